import type { LiveFeature } from '#features/live/web/lazy.ts';
import { getOptimisticFavorites } from './favorite-cache.ts';
import { favoriteQueue } from './favorite-queue.ts';

/** Sends the favorites that an earlier visit could not send. */
export const sendQueuedFavorites: LiveFeature = ({ queries, transport }) => {
  const favorites = getOptimisticFavorites(queries, transport);
  for (const [bookId, favorited] of favoriteQueue.entries()) void favorites.want(bookId, favorited);
  return { stop: () => {} };
};
