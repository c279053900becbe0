import type { LiveFeature } from '#features/live/web/lazy.ts';
import { findStorage } from '#platform/web/unsent-storage.ts';
import { getOptimisticFavorites } from './favorite-cache.ts';
import { UnsentFavorites } from './unsent-favorites.ts';

/** From now on favorites wait on the device while the server is away. Sends those of an earlier visit. */
export const sendUnsentFavorites: LiveFeature = ({ queries, transport, userId }) => {
  const favorites = getOptimisticFavorites(queries, transport);
  const unsent = new UnsentFavorites({ userId, storage: findStorage() });
  favorites.waiting = unsent;
  for (const { bookId, favorited } of unsent.load()) void favorites.want(bookId, favorited);
  return { stop: () => favorites.endSession() };
};
