import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { createApiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import type { BlockEndpoints } from '../contract.ts';

/** Everything about whom the person has blocked stands under it. */
export const blocksKey = ['blocks'] as const;

/** Whom the person has blocked, the last one first. */
export const blocksQuery = (transport: Transport) =>
  infiniteQueryOptions({
    queryKey: [...blocksKey, 'list'] as const,
    queryFn: ({ pageParam, signal }) =>
      createApiClient<BlockEndpoints>(transport).page(
        'GET /api/blocks',
        { query: pageParam === null ? {} : { cursor: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    // Somebody may have been blocked on another device.
    refetchOnMount: 'always',
  });

/** Whether the person has blocked this one. */
export const isBlockedQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: [...blocksKey, 'one', userId] as const,
    queryFn: async ({ signal }) =>
      (
        await createApiClient<BlockEndpoints>(transport).call(
          'GET /api/blocks',
          { query: { userId } },
          { signal },
        )
      ).length > 0,
  });
