import type { LiveFeatureContext } from '#features/live/web/lazy.ts';
import type { Transport } from '#platform/shared/define-endpoints.ts';
import { conversationApi, conversationsQuery } from '../conversation-list-query.ts';
import { conversationQuery, messagesQuery } from '../conversation-queries.ts';

/** How many conversations can be opened without a connection, beyond those that were opened with one. */
const RECENT_COUNT = 5;
/** The page itself loads first. */
const DELAY_MS = 5_000;
/** The spread of requests: all browsers connect again at the same moment after an outage. */
const MAX_JITTER_MS = 20_000;

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Fetches a conversation that was opened here, once, for the cache of the service worker: the page knows it
 * from its own requests and the socket, and would never fetch it.
 */
export function saveForOffline(transport: Transport, id: string): void {
  if (savesData()) return;
  const api = conversationApi(transport);
  const params = { params: { id } };
  void Promise.allSettled([
    api.call('GET /api/conversations/:id', params),
    api.page('GET /api/conversations/:id/messages', { ...params, query: {} }),
    api.page('GET /api/conversations', { query: {} }),
  ]);
}

/** Fetches the newest conversations after a connection, unless data is saved. Returns what cancels it. */
export function prefetchRecentConversations(
  { queries, transport }: Pick<LiveFeatureContext, 'queries' | 'transport'>,
  isReconnect: boolean,
): () => void {
  let isOver = false;
  const fetchRecent = async () => {
    if (savesData()) return;
    const list = queries.getQueryData(conversationsQuery(transport).queryKey);
    for (const { id } of list?.pages[0]?.items.slice(0, RECENT_COUNT) ?? []) {
      if (isOver || !navigator.onLine) return;
      // What fails now is fetched when it is opened.
      await queries.prefetchQuery(conversationQuery(transport, id));
      await queries.prefetchInfiniteQuery(messagesQuery(transport, id));
    }
  };
  const timer = setTimeout(
    () => void fetchRecent(),
    DELAY_MS + (isReconnect ? Math.random() * MAX_JITTER_MS : 0),
  );
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
