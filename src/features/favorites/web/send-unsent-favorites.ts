import type { LiveFeature } from '#features/live/web/lazy.ts';
import { MutationStorage } from '#platform/web/mutations/mutation-storage.ts';
import { favoriteMutationKey, setFavorite, type WantedFavorite } from './favorite-cache.ts';

/** Keeps favorites on the device while the server is unreachable, and sends those of an earlier visit. */
export const sendUnsentFavorites: LiveFeature = ({ queries, transport, userId }) =>
  new MutationStorage<WantedFavorite>({
    queries,
    userId,
    mutationKey: favoriteMutationKey,
    name: 'unsent-favorite',
    idOf: ({ bookId }) => bookId,
    isComplete: ({ bookId, favorited }) => typeof bookId === 'string' && typeof favorited === 'boolean',
    restore(stored) {
      for (const { variables } of stored) void setFavorite(queries, transport, variables);
    },
  });
