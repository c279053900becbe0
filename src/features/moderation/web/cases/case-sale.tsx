import { apiClient } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t, textId, type TextId } from '#platform/shared/texts/t.ts';
import { failureText } from '#platform/web/failure-text.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { useSingleMutation } from '#platform/web/mutations/use-single-mutation.ts';
import { Button } from '#ui/actions/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Time } from '#ui/display/time.tsx';
import { Section } from '#ui/layout/app-shell.tsx';
import { InlineAlert } from '#ui/states/alerts.tsx';
import type { CaseDetail, Evidence } from '../../case-schemas.ts';
import type { ModerationEndpoints } from '../../contract.ts';
import shared from '#ui/shared.module.css';
import listStyles from '#ui/layout/list.module.css';

/** The sale between a reporter and the person, with their messages, behind a button: reading them is logged. */
export function CaseSale({ found }: { found: CaseDetail }) {
  const api = apiClient<ModerationEndpoints>(useTransport());
  const evidence = useSingleMutation({
    mutationFn: () => api.call('GET /api/staff/cases/:id/evidence', { params: { id: found.id } }),
  });
  const sale = evidence.data?.sale;
  return (
    <Section title={t('moderation.sale.title')}>
      {sale ? (
        <Sale sale={sale} found={found} />
      ) : (
        <>
          {evidence.isError && <InlineAlert tone="danger">{failureText(evidence.error)}</InlineAlert>}
          {evidence.data && <p className={cx(shared.small, shared.soft)}>{t('moderation.sale.none')}</p>}
          <Button variant="quiet" wide busy={evidence.isPending} onClick={() => evidence.mutate()}>
            {t('moderation.sale.show')}
          </Button>
          <p className={cx(shared.tiny, shared.soft)}>{t('moderation.sale.logged')}</p>
        </>
      )}
    </Section>
  );
}

type SaleProps = { sale: NonNullable<Evidence['sale']>; found: CaseDetail };

function Sale({ sale, found }: SaleProps) {
  const now = useNow().getTime();
  const nameOf = (id: string) =>
    [found.person, ...found.complaints.map(({ by }) => by)].find((one) => one?.id === id)?.name ??
    t('moderation.subject.former-user');
  return (
    <div className={cx(listStyles.panel, shared.stack)}>
      <p className={shared.small}>
        {rich('moderation.sale.summary', {
          title: () => <b dir="auto">{sale.book.title}</b>,
          seller: nameOf(sale.sellerId),
          buyer: nameOf(sale.buyerId),
        })}{' '}
        {rich(outcomes[sale.outcome], { time: () => <Time at={sale.at} now={now} /> })}
      </p>
      {sale.messages.length === 0 && (
        <p className={cx(shared.small, shared.soft)}>{t('moderation.sale.no-messages')}</p>
      )}
      {sale.messages.map(({ id, senderId, content, createdAt }) => (
        <blockquote key={id} className={shared.quote}>
          <p className={cx(shared.tiny, shared.soft)}>
            {rich('moderation.sale.wrote', {
              name: nameOf(senderId),
              time: () => <Time at={createdAt} now={now} />,
            })}
          </p>
          <p dir="auto" className={shared.prose}>
            {content}
          </p>
        </blockquote>
      ))}
    </div>
  );
}

const outcomes = {
  code: textId('moderation.sale.by-code'),
  buyer: textId('moderation.sale.by-buyer'),
  denied: textId('moderation.sale.denied'),
} satisfies Record<NonNullable<Evidence['sale']>['outcome'], TextId>;
