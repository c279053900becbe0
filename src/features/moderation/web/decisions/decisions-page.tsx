import { useInfiniteQuery } from '@tanstack/react-query';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Link } from '#ui/actions/link.tsx';
import { cx } from '#ui/class-names.ts';
import { Badge } from '#ui/display/badge.tsx';
import { Time } from '#ui/display/time.tsx';
import type { IconName } from '#ui/icons/icon.tsx';
import { AppShell, Main } from '#ui/layout/app-shell.tsx';
import { TitleHeader } from '#ui/layout/header.tsx';
import { LinkItem, List } from '#ui/layout/list.tsx';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { useDocumentTitle } from '#ui/layout/use-document-title.ts';
import { EmptyState, OfflineState } from '#ui/states/empty-state.tsx';
import { LoadError } from '#ui/states/load-error.tsx';
import { ListItemSkeleton } from '#ui/states/screen-skeletons.tsx';
import type { Decision } from '../../decision-schemas.ts';
import { answerName, decisionNames, reasonNames } from '../../decision-texts.ts';
import { type MeasureName, nameOfMeasure } from '../../rules.ts';
import { decisionsQuery } from '../moderation-queries.ts';
import shared from '#ui/shared.module.css';

/** The decisions about the reader: what was decided, and why. */
export function DecisionsPage() {
  const list = useInfiniteQuery(decisionsQuery(useTransport()));
  const decisions = list.data?.pages.flatMap((page) => page.items);
  const askAgain = useOfflineRetry(list);
  useDocumentTitle(t('moderation.decisions.title'));
  return (
    <AppShell>
      <TitleHeader title={t('moderation.decisions.title')} back={{ href: '/account-settings' }} />
      <Main id="main">
        <p className={cx(shared.small, shared.soft)}>{t('moderation.decisions.text')}</p>
        {askAgain !== null && <OfflineState level={2} onRetry={askAgain} />}
        {list.isPending && askAgain === null && (
          <List>
            <ListItemSkeleton lines={2} />
            <ListItemSkeleton lines={2} />
          </List>
        )}
        <LoadError query={list} title={t('moderation.decisions.failed')} />
        {decisions?.length === 0 && !list.hasNextPage && (
          <EmptyState illustration="no-messages" title={t('moderation.decisions.empty')} />
        )}
        {decisions !== undefined && decisions.length > 0 && (
          <List>
            {decisions.map((decision) => (
              <DecisionItem key={decision.id} decision={decision} />
            ))}
          </List>
        )}
        <ShowMore list={list} />
        <p className={cx(shared.small, shared.soft, shared.center)}>
          {rich('moderation.decisions.questions', { a: (words) => <Link href="/help">{words}</Link> })}
        </p>
      </Main>
    </AppShell>
  );
}

const icons: Record<MeasureName, IconName> = {
  hide: 'eye-off',
  remove: 'trash',
  warn: 'alert',
  review: 'trash',
  pause: 'pause',
  delete: 'user-off',
};

function DecisionItem({ decision }: { decision: Decision }) {
  const { id, reason, title, appeal, createdAt, isNew } = decision;
  const now = useNow().getTime();
  const outcome = appeal === null || appeal.state === 'waiting' ? null : appeal.state;
  return (
    <LinkItem
      icon={outcome !== null ? 'scales' : icons[nameOfMeasure(decision)]}
      href={`/account-settings/decisions/${id}`}
    >
      <span className={shared.row}>
        <span className={shared.grow}>
          {t(outcome !== null ? answerName(decision, outcome) : decisionNames[nameOfMeasure(decision)])}
          <span className={cx(shared.tiny, shared.soft, shared.block)}>
            {rich('moderation.decisions.about', {
              what: title ?? t(reasonNames[reason]),
              time: () => <Time at={appeal?.decidedAt ?? createdAt} now={now} form="past-day" />,
            })}
          </span>
        </span>
        {isNew && <Badge tone="admin">{t('moderation.decisions.new')}</Badge>}
      </span>
    </LinkItem>
  );
}
