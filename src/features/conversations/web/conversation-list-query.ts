import { apiClient, type Transport } from '#platform/shared/define-endpoints.ts';
import { pagedQuery } from '#platform/web/paged-query.ts';
import type { ConversationEndpoints } from '../contract.ts';

// Separate from the other queries: the unread count is on every page, and so in the first script.

export const conversationApi = (transport: Transport) => apiClient<ConversationEndpoints>(transport);

export const keys = {
  list: ['conversations', 'list'] as const,
  one: (id: string) => ['conversations', 'one', id] as const,
  about: (bookId: string) => ['conversations', 'about', bookId] as const,
  messages: (id: string) => ['conversations', 'messages', id] as const,
  /** The conversation that a first message from this page has opened. */
  opened: (bookId: string) => ['conversations', 'opened', bookId] as const,
  /** Users who are typing. */
  typing: (id: string) => ['conversations', 'typing', id] as const,
};

/** The user's conversations, the newest message first. */
export const conversationsQuery = (transport: Transport) =>
  pagedQuery({
    queryKey: keys.list,
    fetchPage: (page, options) =>
      conversationApi(transport).page('GET /api/conversations', { query: page }, options),
  });
