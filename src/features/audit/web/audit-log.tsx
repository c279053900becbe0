import { useInfiniteQuery } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { rich } from '#platform/shared/texts/rich.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { pagedQuery } from '#platform/web/paged-query.ts';
import { ShowMore } from '#ui/layout/show-more.tsx';
import { Link } from '#ui/actions/link.tsx';
import { List } from '#ui/layout/list.tsx';
import { ConversationListSkeleton } from '#ui/states/screen-skeletons.tsx';
import { ErrorState, EmptyState } from '#ui/states/empty-state.tsx';
import { Time } from '#ui/display/time.tsx';
import type { AuditEndpoints, AuditEntry } from '../contract.ts';
import { auditActionLabel, auditDetailLabels, deletedUserLabel, withoutActorLabel } from './audit-labels.ts';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import recordStyles from '#ui/layout/record.module.css';

const auditQuery = (transport: Transport) =>
  pagedQuery({
    // The key extends the one that the dashboard invalidates after each of its actions.
    queryKey: ['admin', 'audit'] as const,
    fetchPage: (page, options) =>
      apiClient<AuditEndpoints>(transport).page('GET /api/admin/audit', { query: page }, options),
    refetchOnMount: 'always',
  });

export function AuditLog() {
  const log = useInfiniteQuery(auditQuery(useTransport()));
  const entries = log.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <h2 className={shared.visuallyHidden}>{t('audit.log.title')}</h2>
      {entries === undefined && !log.isError && <ConversationListSkeleton label={t('audit.log.loading')} />}
      {entries === undefined && log.isError && (
        <ErrorState
          level={3}
          title={t('audit.log.failed')}
          retrying={log.isFetching}
          onRetry={() => void log.refetch()}
        />
      )}
      {entries?.length === 0 && (
        <EmptyState
          illustration="no-books-found"
          level={3}
          title={t('audit.log.none')}
          text={t('audit.log.none-text')}
        />
      )}
      {entries !== undefined && entries.length > 0 && (
        <List>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </List>
      )}
      <ShowMore list={log} failedLabel={t('ui.action.retry')} />
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { actor, person: user, at } = entry;
  const details = auditDetailLabels(entry);
  const now = useNow().getTime();
  return (
    <article className={recordStyles.record}>
      <div className={shared.grow}>
        <h3>{auditActionLabel(entry)}</h3>
        <p className={shared.small}>
          {rich('audit.entry.by', {
            actor: actor === null ? withoutActorLabel(entry) : (actor.name ?? t('audit.entry.deleted-admin')),
            time: () => <Time at={at} now={now} />,
          })}
        </p>
        {user !== null && (
          <p className={cx(shared.tiny, shared.soft)}>
            {user.name === null ? (
              deletedUserLabel(user.id)
            ) : (
              <Link href={`/admin?${new URLSearchParams({ tab: 'users', search: user.name })}`}>
                <bdi>{user.name}</bdi>
              </Link>
            )}
          </p>
        )}
        {details.length > 0 && <p className={cx(shared.tiny, shared.soft)}>{details.join(' · ')}</p>}
      </div>
    </article>
  );
}
