import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { client, type Transport } from '#platform/shared/contract.ts';
import { useNow } from '#platform/web/now.tsx';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { List } from '#ui/list.tsx';
import { ThreadListSkeleton } from '#ui/skeleton.tsx';
import { NO_BOOKS_FOUND } from '#ui/spots.ts';
import { ErrorState, State } from '#ui/state.tsx';
import { Time } from '#ui/time.tsx';
import type { AuditCalls, AuditEntry } from '../contract.ts';
import { actionWords, detailWords, removedWords } from './audit-words.ts';

const auditQuery = (transport: Transport) =>
  infiniteQueryOptions({
    // Under what the dashboard asks for anew after each of its actions.
    queryKey: ['admin', 'audit'] as const,
    queryFn: ({ pageParam, signal }) =>
      client<AuditCalls>(transport).page(
        'GET /api/admin/audit',
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    refetchOnMount: 'always',
  });

/** What administrators did, the newest first. */
export function AuditLog() {
  const log = useInfiniteQuery(auditQuery(useTransport()));
  const entries = log.data?.pages.flatMap((page) => page.items);
  return (
    <>
      <h2 className="vh">Audit log</h2>
      {entries === undefined && !log.isError && <ThreadListSkeleton label="Loading the audit log..." />}
      {entries === undefined && log.isError && (
        <ErrorState
          level={3}
          title="Failed to load the audit log"
          retrying={log.isFetching}
          onRetry={() => void log.refetch()}
        />
      )}
      {entries?.length === 0 && (
        <State
          spot={NO_BOOKS_FOUND}
          level={3}
          title="Nothing here yet"
          text="What administrators do is written down here, and stays."
        />
      )}
      {entries !== undefined && entries.length > 0 && (
        <List>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </List>
      )}
      {log.hasNextPage && (
        <Button variant="quiet" wide busy={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
          {log.isFetchNextPageError ? 'Retry' : 'Show more'}
        </Button>
      )}
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { actor, person, at } = entry;
  const details = detailWords(entry);
  const now = useNow().getTime();
  return (
    <article className="abook">
      <div className="grow">
        <h3>{actionWords(entry)}</h3>
        <p className="small">
          {actor === null ? 'From the command line' : (actor.name ?? 'An administrator who was removed')},{' '}
          <Time at={at} now={now} />
        </p>
        {person !== null && (
          <p className="tiny soft">
            {person.name === null ? (
              removedWords(person.id)
            ) : (
              <Link href={`/admin?${new URLSearchParams({ tab: 'users', search: person.name })}`}>
                {person.name}
              </Link>
            )}
          </p>
        )}
        {details.length > 0 && <p className="tiny soft">{details.join(' · ')}</p>}
      </div>
    </article>
  );
}
