import { useMutation } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Time } from '#ui/display/time.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { ReportEndpoints, Evidence, Report } from '../contract.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';

/** The sale between the two, with their messages, behind a button: reading them is logged. */
export function ReportedSale({ report }: { report: Report }) {
  const api = apiClient<ReportEndpoints>(useTransport());
  const now = useNow().getTime();
  const evidence = useMutation({
    mutationFn: () => api.call('GET /api/admin/reports/:id/evidence', { params: { id: report.id } }),
  });
  const sale = evidence.data?.sale;
  if (!sale)
    return (
      <>
        {evidence.isError && <InlineAlert tone="danger">{failureText(evidence.error)}</InlineAlert>}
        {evidence.data && (
          <p className={cx(shared.small, shared.soft)}>There is no sale between them any more.</p>
        )}
        <Button variant="quiet" size="slim" busy={evidence.isPending} onClick={() => evidence.mutate()}>
          Show their sale and messages
        </Button>
        <p className={cx(shared.tiny, shared.soft)}>Reading them is written to the log.</p>
      </>
    );
  const { reporter, reported } = report;
  const nameOf = (id: string) => (id === reporter.id ? reporter.name : reported.name);
  return (
    <section className={shared.stack} aria-label="Their sale">
      <p className={shared.small}>
        <b>{sale.book.title}</b>: {nameOf(sale.sellerId)} sold it to {nameOf(sale.buyerId)}.{' '}
        {outcomes[sale.outcome]} <Time at={sale.at} now={now} />
      </p>
      {sale.messages.length === 0 && <p className={cx(shared.small, shared.soft)}>They wrote no messages.</p>}
      {sale.messages.map(({ id, senderId, content, createdAt }) => (
        <blockquote key={id} className={shared.quote}>
          <p className={cx(shared.tiny, shared.soft)}>
            {nameOf(senderId)} wrote <Time at={createdAt} now={now} />
          </p>
          <p dir="auto" className={shared.prose}>
            {content}
          </p>
        </blockquote>
      ))}
    </section>
  );
}

const outcomes: Record<NonNullable<Evidence['sale']>['outcome'], string> = {
  code: 'Confirmed with the code of the handover',
  buyer: 'Confirmed by the buyer',
  denied: 'The buyer says that they did not get it:',
};
