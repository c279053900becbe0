import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { apiClient, type Page, type Transport } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { toast } from '#ui/overlays/toast-store.ts';
import type { Favorite, FavoriteEndpoints } from '../contract.ts';
import { OptimisticFavorites } from './optimistic-favorites.ts';

type FavoritePages = InfiniteData<Page<Favorite>, string | null>;

const ids = ['favorites', 'ids'] as const;
const list = ['favorites', 'list'] as const;

const known = new WeakMap<QueryClient, OptimisticFavorites>();

/** The pending favorites of one cache, shared by all hearts of a book. */
export function getOptimisticFavorites(queries: QueryClient, transport: Transport): OptimisticFavorites {
  let wanted = known.get(queries);
  if (wanted === undefined) {
    wanted = new OptimisticFavorites({
      send: async (bookId, favorited) =>
        (
          await apiClient<FavoriteEndpoints>(transport).call('POST /api/favorites/toggle', {
            body: { bookId, favorited },
          })
        ).favorited,
      onConfirmed: (bookId, favorited) => cacheFavorite(queries, bookId, favorited),
      onFailed: (_bookId, error) => {
        toast({ variant: 'destructive', title: 'Error', description: failureText(error) });
        // The request may have succeeded and only its response be lost. Refetched when no other request is
        // pending.
        if (!known.get(queries)!.busy) void queries.invalidateQueries({ queryKey: ids });
      },
    });
    known.set(queries, wanted);
  }
  return wanted;
}

/** Adds a favorite of the current user, or keeps it; resolves with whether that succeeded. */
export const addFavorite = (queries: QueryClient, transport: Transport, bookId: string): Promise<boolean> =>
  getOptimisticFavorites(queries, transport).want(bookId, true);

/** Sets a favorite to the wanted state. Throws 'User not authenticated' without a user. */
export async function toggleFavorite(
  queries: QueryClient,
  transport: Transport,
  { user, bookId, favorited }: { user: { id: string } | null; bookId: string; favorited: boolean },
): Promise<void> {
  if (user === null) throw new Error('User not authenticated');
  await getOptimisticFavorites(queries, transport).want(bookId, favorited);
}

/** After a change of a listing: refetches visible favorites that contain it. */
export async function invalidateFavoriteBook(queries: QueryClient, bookId: string): Promise<void> {
  await queries.invalidateQueries({
    queryKey: list,
    predicate: ({ state }) =>
      (state.data as FavoritePages | undefined)?.pages.some((page) =>
        page.items.some((item) => item.bookId === bookId),
      ) ?? false,
  });
}

/** After missed changes: refetches what is shown now, the rest when it is next shown. */
export const invalidateFavorites = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['favorites'] });

/**
 * Writes a confirmed favorite to the cached ids and the list, which is refetched only for a book that is new
 * to it.
 */
function cacheFavorite(queries: QueryClient, bookId: string, favorited: boolean): void {
  queries.setQueriesData<ReadonlySet<string>>({ queryKey: ids, type: 'active' }, (present) =>
    present === undefined ? undefined : withMembership(present, bookId, favorited),
  );
  // A pending fetch may be older than this response; hidden queries are fetched when they are next shown, and
  // their pending fetch would make them valid again.
  void queries.cancelQueries({ queryKey: ids, type: 'inactive' });
  void queries.invalidateQueries({
    queryKey: ids,
    predicate: (query) =>
      query.state.fetchStatus !== 'idle' || query.state.data === undefined || !query.isActive(),
  });
  if (favorited) {
    void queries.invalidateQueries({ queryKey: list });
  } else {
    queries.setQueriesData<FavoritePages>({ queryKey: list }, (pages) =>
      pages === undefined ? undefined : withoutFavorite(pages, bookId),
    );
  }
}

function withMembership(
  present: ReadonlySet<string>,
  bookId: string,
  favorited: boolean,
): ReadonlySet<string> {
  const next = new Set(present);
  if (favorited) next.add(bookId);
  else next.delete(bookId);
  return next;
}

const withoutFavorite = (pages: FavoritePages, bookId: string): FavoritePages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.bookId !== bookId) })),
});

/** Shows the reason of a refusal. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)
    ? error.detail
    : 'Failed to update favorites. Please try again.';
