import type { LiveFeatureContext } from '#features/live/web/lazy.ts';
import { conversationsQuery } from '../conversation-list-query.ts';
import { conversationQuery, messagesQuery } from '../conversation-queries.ts';

/** How many conversations can be opened without a connection, beyond those that were opened with one. */
const RECENT_COUNT = 5;
/** The page itself loads first. */
const DELAY_MS = 5_000;
/** After an outage all browsers connect again at the same moment. */
const MAX_JITTER_MS = 20_000;

/**
 * Fetches the newest conversations, one after the other, after a connection. Not on a device that saves data.
 * Returns what cancels that.
 */
export function prefetchRecentConversations(
  { queries, transport }: Pick<LiveFeatureContext, 'queries' | 'transport'>,
  isReconnect: boolean,
): () => void {
  let isOver = false;
  const fetchRecent = async () => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData === true) return;
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
