import { useMutation } from '@tanstack/react-query';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t, textId, type TextId } from '#platform/shared/texts/t.ts';
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
        {evidence.data && <p className={cx(shared.small, shared.soft)}>{t('reports.sale.none')}</p>}
        <Button variant="quiet" size="slim" busy={evidence.isPending} onClick={() => evidence.mutate()}>
          {t('reports.sale.show')}
        </Button>
        <p className={cx(shared.tiny, shared.soft)}>{t('reports.sale.logged')}</p>
      </>
    );
  const { reporter, reported } = report;
  const nameOf = (id: string) => (id === reporter.id ? reporter.name : reported.name);
  return (
    <section className={shared.stack} aria-label={t('reports.sale.label')}>
      <p className={shared.small}>
        {rich('reports.sale.summary', {
          title: () => <b dir="auto">{sale.book.title}</b>,
          seller: nameOf(sale.sellerId),
          buyer: nameOf(sale.buyerId),
        })}{' '}
        {rich(outcomes[sale.outcome], { time: () => <Time at={sale.at} now={now} /> })}
      </p>
      {sale.messages.length === 0 && (
        <p className={cx(shared.small, shared.soft)}>{t('reports.sale.no-messages')}</p>
      )}
      {sale.messages.map(({ id, senderId, content, createdAt }) => (
        <blockquote key={id} className={shared.quote}>
          <p className={cx(shared.tiny, shared.soft)}>
            {rich('reports.card.wrote', {
              name: nameOf(senderId),
              time: () => <Time at={createdAt} now={now} />,
            })}
          </p>
          <p dir="auto" className={shared.prose}>
            {content}
          </p>
        </blockquote>
      ))}
    </section>
  );
}

const outcomes = {
  code: textId('reports.sale.by-code'),
  buyer: textId('reports.sale.by-buyer'),
  denied: textId('reports.sale.denied'),
} satisfies Record<NonNullable<Evidence['sale']>['outcome'], TextId>;
