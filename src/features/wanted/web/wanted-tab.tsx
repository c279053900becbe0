import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { apiClient } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useOfflineRetry } from '#platform/web/use-offline-retry.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { Button } from '#ui/actions/button.tsx';
import { Link } from '#ui/actions/link.tsx';
import { Main } from '#ui/layout/app-shell.tsx';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { skeletonRows } from '#ui/states/skeleton.tsx';
import { EmptyState, ErrorState, OfflineState } from '#ui/states/empty-state.tsx';
import type { WantedEndpoints, WantedEntry } from '../contract.ts';
import { MAX_WANTED_ENTRIES } from '../rules.ts';
import { unseenAlertsKey } from './unseen-alerts.ts';
import { WantedDialog } from './wanted-dialog.tsx';
import { wantedQuery } from './wanted-queries.ts';
import { WantedRow } from './wanted-row.tsx';
import { cx } from '#ui/class-names.ts';
import shared from '#ui/shared.module.css';
import tabsStyles from '#ui/actions/tabs.module.css';
import listStyles from '#ui/layout/list.module.css';
import entryStyles from '#ui/display/entry.module.css';
import tileStyles from '#ui/display/tile.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';
import styles from './wanted-tab.module.css';

/** The tab 'Wanted' of Favorites. `courses`: the courses that the user takes. */
export default function WantedTab({ courses }: { courses: ReactNode }) {
  const session = useSession();
  const transport = useTransport();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  const list = useQuery({
    ...wantedQuery(transport, userId ?? ''),
    enabled: userId !== null,
    // What others list changes without an event.
    refetchOnMount: 'always',
  });
  const askAgain = useOfflineRetry(list);
  /** The entry in the dialog; 'new': one is added. */
  const [edited, setEdited] = useState<WantedEntry | 'new' | null>(null);
  const entries = list.data;
  const newBookIds = useMarkSeen(entries);
  const hasFailed = list.isError && entries === undefined;
  const isEmpty = entries?.length === 0;
  const isLoading = entries === undefined && !hasFailed && askAgain === null;
  return (
    <Main id="main" tabIndex={-1} middle={hasFailed || askAgain !== null}>
      <div
        id="favorites-panel"
        role="tabpanel"
        aria-labelledby="favorites-wanted"
        className={tabsStyles.panel}
      >
        {askAgain !== null && <OfflineState onRetry={askAgain} />}
        {isLoading && <WantedSkeleton />}
        {hasFailed && (
          <ErrorState
            title={t('wanted.tab.error')}
            retrying={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {isEmpty && (
          <EmptyState
            illustration="nothing-wanted"
            title={t('wanted.tab.none-title')}
            text={t('wanted.tab.none-text')}
            action={<Button onClick={() => setEdited('new')}>{t('wanted.tab.none-action')}</Button>}
          />
        )}
        {entries !== undefined && !isEmpty && (
          <>
            <Entries
              entries={entries}
              newBookIds={newBookIds}
              onAdd={() => setEdited('new')}
              onEdit={setEdited}
            />
            <p className={cx(shared.small, shared.soft, shared.center)}>
              {`${t('wanted.tab.note')} `}
              <Link href="/account-settings">{t('wanted.tab.notifications')}</Link>
            </p>
          </>
        )}
        {/* They load meanwhile, and would move as soon as the entries are there. */}
        <div hidden={isLoading || askAgain !== null}>{courses}</div>
      </div>
      {edited !== null && (
        <WantedDialog entry={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Main>
  );
}

/** Removes the dot. Returns the listings that stay marked as new until the tab is left. */
function useMarkSeen(entries: readonly WantedEntry[] | undefined): ReadonlySet<string> {
  const queries = useQueryClient();
  const transport = useTransport();
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const unseen = (entries ?? []).flatMap(({ alerts }) => alerts.filter(({ isSeen }) => !isSeen));
  if (unseen.some(({ bookId }) => !fresh.has(bookId)))
    setFresh(new Set([...fresh, ...unseen.map(({ bookId }) => bookId)]));
  const newest = unseen.map(({ createdAt }) => createdAt).toSorted((a, b) => (a < b ? 1 : -1))[0];
  const mark = useEffectEvent(async (upTo: string) => {
    const api = apiClient<WantedEndpoints>(transport);
    const counted = await api.call('POST /api/wanted/seen', { body: { upTo } });
    queries.setQueryData(unseenAlertsKey, counted.unseen);
  });
  useEffect(() => {
    // A failure leaves the dot, until the tab is opened again.
    if (newest !== undefined) mark(newest).catch(() => {});
  }, [newest]);
  return fresh;
}

type EntriesProps = {
  entries: readonly WantedEntry[];
  newBookIds: ReadonlySet<string>;
  onAdd: () => void;
  onEdit: (entry: WantedEntry) => void;
};

function Entries({ entries, newBookIds, onAdd, onEdit }: EntriesProps) {
  const { container, removing } = useFocusAfterRemoval<HTMLUListElement>(
    `.${entryStyles.entry} > .${shared.row} > button`,
    entries.map(({ id }) => id).join(),
  );
  const edit = (entry: WantedEntry) => {
    // The dialog may remove it.
    removing(entries.indexOf(entry));
    onEdit(entry);
  };
  return (
    <section className={shared.stack} aria-labelledby="wanted-heading">
      <div className={cx(shared.row, shared.between, shared.wrap)}>
        <div className={cx(shared.row, shared.wrap, styles.heading)}>
          <h2 id="wanted-heading">{t('wanted.tab.title')}</h2>
          <p className={cx(shared.small, shared.soft)}>
            {t('wanted.tab.count', { count: entries.length, max: MAX_WANTED_ENTRIES })}
          </p>
        </div>
        <Button
          variant="quiet"
          size="slim"
          icon="plus"
          aria-label={t('wanted.tab.add-label')}
          onClick={onAdd}
        >
          {t('wanted.tab.add')}
        </Button>
      </div>
      <ul className={listStyles.list} ref={container} tabIndex={-1} aria-labelledby="wanted-heading">
        {entries.map((entry) => (
          <WantedRow key={entry.id} entry={entry} newBookIds={newBookIds} onEdit={() => edit(entry)} />
        ))}
      </ul>
    </section>
  );
}

/** Rows in the shape of wanted entries. */
function WantedSkeleton() {
  return (
    <>
      <p className={shared.visuallyHidden} role="status">
        {t('wanted.tab.loading')}
      </p>
      <ul className={listStyles.list} aria-hidden="true">
        {skeletonRows(4).map((row) => (
          <li key={row} className={entryStyles.entry}>
            <div className={shared.row}>
              <span className={cx(skeletonStyles.bone, tileStyles.tile)} />
              <div className={cx(shared.grow, skeletonStyles.lines)}>
                <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="90" />
                <span className={cx(skeletonStyles.bone, skeletonStyles.text)} data-width="45" />
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
