import { queryOptions } from '@tanstack/react-query';
import type { ConversationEndpoints } from '#features/conversations/contract.ts';
import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';

/**
 * A conversation with the code of its reservation. Separate from the conversation of other pages: events
 * replace that, and contain no code.
 */
export const handoverQuery = (transport: Transport, id: string) =>
  queryOptions({
    queryKey: ['conversations', 'handover', id],
    queryFn: ({ signal }) =>
      apiClient<ConversationEndpoints>(transport).call(
        'GET /api/conversations/:id',
        { params: { id } },
        { signal },
      ),
    staleTime: 0,
    refetchOnReconnect: true,
  });
