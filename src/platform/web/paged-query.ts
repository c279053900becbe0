import {
  type DefaultError,
  type InfiniteData,
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import type { Page } from '#platform/shared/define-endpoints.ts';

type Cursor = string | null;

type PagedQueryOptions<T, Key extends QueryKey> = Pick<
  UseInfiniteQueryOptions<Page<T>, DefaultError, InfiniteData<Page<T>, Cursor>, Key, Cursor>,
  'queryKey' | 'placeholderData' | 'refetchOnMount' | 'structuralSharing'
> & {
  fetchPage: (page: { cursor?: string }, options: { signal: AbortSignal }) => Promise<Page<T>>;
};

/** A list that is fetched page by page. `fetchPage` gets the cursor of its page; the first page has none. */
export const pagedQuery = <T, const Key extends QueryKey>({
  fetchPage,
  ...options
}: PagedQueryOptions<T, Key>) =>
  infiniteQueryOptions({
    ...options,
    queryFn: ({ pageParam, signal }) =>
      fetchPage(pageParam === null ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: null as Cursor,
    getNextPageParam: (last) => last.next,
  });
