import { queryOptions, useQuery } from '@tanstack/react-query';
import { useSession } from '#features/accounts/web/public.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { BlockEndpoints } from '../contract.ts';

/** The parent key of all queries about the current user's blocks. */
export const blocksKey = ['blocks'] as const;

export const blocksQuery = (transport: Transport) =>
  pagedQuery({
    queryKey: [...blocksKey, 'list'] as const,
    fetchPage: (page, options) =>
      apiClient<BlockEndpoints>(transport).page('GET /api/blocks', { query: page }, options),
    // The user may have blocked others on another device.
    refetchOnMount: 'always',
  });

export const isBlockedQuery = (transport: Transport, userId: string) =>
  queryOptions({
    queryKey: [...blocksKey, 'one', userId] as const,
    queryFn: async ({ signal }) =>
      (await apiClient<BlockEndpoints>(transport).call('GET /api/blocks', { query: { userId } }, { signal }))
        .length > 0,
  });

/** Whether the current user has blocked this one; false while that is not known. */
export function useIsBlocked(userId: string): boolean {
  const session = useSession();
  const isOther = session.status === 'signed-in' && session.user.id !== userId;
  const { data } = useQuery({ ...isBlockedQuery(useTransport(), userId), enabled: isOther });
  return isOther && data === true;
}
