import { keepPreviousData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { apiClient, type Page } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { pagedQuery } from '#platform/web/paged-query.ts';
import { cx } from '#ui/class-names.ts';
import { SearchBox } from '#ui/forms/search-box.tsx';
import { ListTail } from '#ui/layout/list-tail.tsx';
import { List } from '#ui/layout/list.tsx';
import { useFocusAfterRemoval } from '#ui/layout/use-focus-after-removal.ts';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { SkeletonBlock } from '#ui/states/skeleton.tsx';
import type { AdministrationEndpoints } from '../contract.ts';
import { adminKey } from './admin-queries.ts';
import listStyles from '#ui/layout/list.module.css';
import recordStyles from '#ui/layout/record.module.css';
import { LoadError } from '#ui/states/load-error.tsx';
import shared from '#ui/shared.module.css';
import skeletonStyles from '#ui/states/skeleton.module.css';

type Api = ReturnType<typeof apiClient<AdministrationEndpoints>>;
/** What a list is of. */
type Things = 'books' | 'users' | 'courses';
type PageRequest<Filter> = [
  input: { query: { search?: string; cursor?: string } & Filter },
  options: { signal: AbortSignal },
];

/** The rows, the search and the pages of an `AdminList`. Call `removing` before a row is deleted. */
export function useAdminList<Row extends { id: string }, Filter extends object = object>(
  things: Things,
  fetchPage: (api: Api, ...request: PageRequest<Filter>) => Promise<Page<Row>>,
  filter = {} as Filter,
) {
  const api = apiClient<AdministrationEndpoints>(useTransport());
  const search = useDebouncedSearch();
  const searched = search.search !== '' && { search: search.search };
  const query = pagedQuery({
    queryKey: [...adminKey, things, search.search, filter],
    fetchPage: (page, options) => fetchPage(api, { query: { ...searched, ...filter, ...page } }, options),
    // The previous list stays visible while the user types.
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const list = useInfiniteQuery(query);
  const items = list.data?.pages.flatMap((page) => page.items);
  const { container, removing } = useFocusAfterRemoval<HTMLDivElement>(
    `.${recordStyles.actions} > button:not(:disabled)`,
    items?.map(({ id }) => id).join() ?? '',
  );
  return { things, search, list, items, container, removing: (row: Row) => removing(items!.indexOf(row)) };
}

type AdminListProps<T> = {
  things: Things;
  /** The label of the search: which fields it searches. */
  searchLabel: string;
  search: ReturnType<typeof useDebouncedSearch>;
  list: UseInfiniteQueryResult<unknown>;
  items: readonly T[] | undefined;
  container: RefObject<HTMLDivElement | null>;
  /** Between the search and the list. */
  filter?: ReactNode;
  children: (item: T, index: number) => ReactNode;
};

/** A searchable, paged list of the dashboard, with its loading, empty and error states. */
export function AdminList<T>(props: AdminListProps<T>) {
  const { things, searchLabel, search, list, items, container, filter, children } = props;
  return (
    <>
      <SearchBox
        label={searchLabel}
        value={search.typed}
        onChange={(event) => search.setTyped(event.target.value)}
        onSearch={search.searchNow}
      />
      {filter}
      {items === undefined && !list.isError && (
        <Loading label={t('administration.list.loading', { things })} rows={5} />
      )}
      <LoadError query={list} title={t('administration.list.failed', { things })} />
      {items?.length === 0 && (
        <EmptyState
          illustration="no-books-found"
          level={3}
          title={t('administration.list.none', { things })}
        />
      )}
      <div
        ref={container}
        tabIndex={-1}
        className={shared.stack}
        aria-busy={list.isPlaceholderData || undefined}
      >
        {items !== undefined && items.length > 0 && <List>{items.map(children)}</List>}
      </div>
      {list.hasNextPage && (
        <ListTail key={items?.length} list={list} errorText={t('administration.list.failed', { things })}>
          <Loading label={t('administration.list.loading', { things })} rows={1} />
        </ListTail>
      )}
    </>
  );
}

function Loading({ label, rows }: { label: string; rows: number }) {
  return (
    <>
      <p className={cx(shared.small, shared.soft)} role="status">
        {label}
      </p>
      <div className={listStyles.list} aria-hidden="true">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className={recordStyles.record}>
            <SkeletonBlock kind="avatar" />
            <span className={cx(shared.grow, skeletonStyles.lines)}>
              <SkeletonBlock width={60} />
              <SkeletonBlock width={45} />
              <SkeletonBlock width={30} />
            </span>
          </div>
        ))}
      </div>
    </>
  );
}

/** Milliseconds without a key before what was typed is searched. */
const DEBOUNCE_MS = 250;

/**
 * The input of a search, and the search that runs after a pause in typing or on Enter. The URL stores the
 * search for a reload and for Back.
 */
export function useDebouncedSearch() {
  const query = useSearch();
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(query).get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const asked = useRef(search);

  const ask = (text: string) => {
    if (text === asked.current) return;
    asked.current = text;
    const address = new URLSearchParams(query);
    if (text === '') address.delete('search');
    else address.set('search', text);
    navigate(`${path}?${address}`, { replace: true });
  };
  const askLater = useRef(ask);
  useEffect(() => void (askLater.current = ask));
  useEffect(() => {
    const timer = setTimeout(() => askLater.current(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  // The URL changed otherwise: the tab was selected again.
  useEffect(() => {
    if (search === asked.current) return;
    asked.current = search;
    setTyped(search);
  }, [search]);
  return { typed, setTyped, search, searchNow: () => ask(typed.trim()) };
}
