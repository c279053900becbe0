import type { LiveFeature } from '#features/live/web/lazy.ts';
import { getOptimisticFavorites } from './favorite-cache.ts';
import { UnsentFavorites, storedFavorites } from './unsent-favorites.ts';

/** From now on favorites wait on the device while the server is away. Sends those of an earlier visit. */
export const sendUnsentFavorites: LiveFeature = ({ queries, transport }) => {
  const favorites = getOptimisticFavorites(queries, transport);
  favorites.waiting ??= new UnsentFavorites();
  for (const [bookId, favorited] of storedFavorites.entries()) void favorites.want(bookId, favorited);
  return { stop: () => {} };
};
