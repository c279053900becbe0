import { everyUser, forwardTopic, type Live } from '#features/live/server/public.ts';
import { BOOK_EVENT_INTERVAL_MS, SELLER_EVENT_PACE } from '../rules.ts';
import { bookChanged } from './book-events.ts';

/**
 * Sends the ids of changed books to all connected browsers, which fetch again those that they show. No seller
 * can make the whole campus ask at once: changes of one book, and of one seller, are paced.
 */
export function forwardBookEvents(live: Live, intervalMs = BOOK_EVENT_INTERVAL_MS): void {
  live.register({
    topics: [
      forwardTopic(bookChanged, ({ bookId }) => [{ to: everyUser, message: { type: 'book', bookId } }], {
        key: ({ bookId }) => bookId,
        intervalMs,
        group: ({ sellerId }) => sellerId,
        pace: SELLER_EVENT_PACE,
      }),
    ],
  });
}
