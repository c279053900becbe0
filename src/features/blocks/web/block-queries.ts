import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { BlockEndpoints } from '../contract.ts';

/** The parent key of all queries about the current user's blocks. */
export const blocksKey = ['blocks'] as const;

/** The users whom the current user has blocked, the latest first. */
export const blocksQuery = (transport: Transport) =>
  infiniteQueryOptions({
    queryKey: [...blocksKey, 'list'] as const,
    queryFn: ({ pageParam, signal }) =>
      apiClient<BlockEndpoints>(transport).page(
        'GET /api/blocks',
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // The user may have blocked others on another device.
    refetchOnMount: 'always',
  });

/** Whether the current user has blocked this one. */
export const isBlockedQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: [...blocksKey, 'one', userId] as const,
    queryFn: async ({ signal }) =>
      (await apiClient<BlockEndpoints>(transport).call('GET /api/blocks', { query: { userId } }, { signal }))
        .length > 0,
  });
