import type { BookPrices } from '#features/books/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { favoriteEndpoints } from '../contract.ts';
import { listFavoriteIds, listFavorites } from './list-favorites.ts';
import { toggleFavorite } from './toggle-favorite.ts';

/** Mounts the endpoints of favorites. Rejects the id of another user. */
export function mountFavorites(
  { endpoints, database, clock }: ServerContext,
  { prices }: { prices: BookPrices },
): void {
  const onlyOwn = (actorId: string, userId: string | undefined) => {
    if (userId !== undefined && userId !== actorId) throw commonProblem('user-mismatch');
  };
  endpoints.mount(favoriteEndpoints, {
    'GET /api/favorites': ({ actor, query }) => {
      onlyOwn(actor.id, query.userId);
      return listFavorites({ database, prices }, actor.id, query, clock.now());
    },
    'GET /api/favorites/ids': ({ actor }) => listFavoriteIds(database, actor.id),
    'POST /api/favorites/toggle': ({ actor, body }) => {
      onlyOwn(actor.id, body.userId);
      return toggleFavorite(
        database,
        { actorId: actor.id, bookId: body.bookId, wanted: body.favorited },
        clock.now(),
      );
    },
  });
}
