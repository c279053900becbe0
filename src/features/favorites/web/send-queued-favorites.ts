import type { LiveFeature } from '#features/live/web/lazy.ts';
import { getOptimisticFavorites } from './favorite-cache.ts';
import { FavoriteQueue, storedFavorites } from './favorite-queue.ts';

/** From now on favorites wait on the device while the server is away. Sends those of an earlier visit. */
export const sendQueuedFavorites: LiveFeature = ({ queries, transport }) => {
  const favorites = getOptimisticFavorites(queries, transport);
  favorites.waiting ??= new FavoriteQueue();
  for (const [bookId, favorited] of storedFavorites.entries()) void favorites.want(bookId, favorited);
  return { stop: () => {} };
};
