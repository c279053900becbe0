import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { createApiClient, type Page, type Transport } from '#platform/shared/define-endpoints.ts';
import { ApiError } from '#platform/web/transport.ts';
import { toast } from '#ui/overlays/toaster.tsx';
import type { Favorite, FavoriteEndpoints } from '../contract.ts';
import { OptimisticFavorites } from './optimistic-favorites.ts';

type FavoritePages = InfiniteData<Page<Favorite>, string | null>;

const ids = ['favorites', 'ids'] as const;
const list = ['favorites', 'list'] as const;

const known = new WeakMap<QueryClient, OptimisticFavorites>();

/** What is wanted and under way in one cache; all hearts of a book share it. */
export function getOptimisticFavorites(queries: QueryClient, transport: Transport): OptimisticFavorites {
  let wanted = known.get(queries);
  if (wanted === undefined) {
    wanted = new OptimisticFavorites({
      send: async (bookId, favorited) =>
        (
          await createApiClient<FavoriteEndpoints>(transport).call('POST /api/favorites/toggle', {
            body: { bookId, favorited },
          })
        ).favorited,
      onConfirmed: (bookId, favorited) => cacheFavorite(queries, bookId, favorited),
      onFailed: (_bookId, error) => {
        toast({ variant: 'destructive', title: 'Error', description: failureText(error) });
        // The answer may only have been lost on its way back. Asked when no other book's answer could be overtaken.
        if (!known.get(queries)!.busy) void queries.invalidateQueries({ queryKey: ids });
      },
    });
    known.set(queries, wanted);
  }
  return wanted;
}

/** Adds a favourite, for the signed-in person, whatever its state was before; resolves with whether that was done. */
export const addFavorite = (queries: QueryClient, transport: Transport, bookId: string): Promise<boolean> =>
  getOptimisticFavorites(queries, transport).want(bookId, true);

/** Brings a favourite into the wanted state. Raises 'User not authenticated' without a user. */
export async function toggleFavorite(
  queries: QueryClient,
  transport: Transport,
  { user, bookId, favorited }: { user: { id: string } | null; bookId: string; favorited: boolean },
): Promise<void> {
  if (user === null) throw new Error('User not authenticated');
  await getOptimisticFavorites(queries, transport).want(bookId, favorited);
}

/** A listing has changed: the favourites that show it are fetched again where they are on screen. */
export async function invalidateFavoriteBook(queries: QueryClient, bookId: string): Promise<void> {
  await queries.invalidateQueries({
    queryKey: list,
    predicate: ({ state }) =>
      (state.data as FavoritePages | undefined)?.pages.some((page) =>
        page.items.some((item) => item.bookId === bookId),
      ) ?? false,
  });
}

/** Writes a confirmed favourite into what is cached: the ids, and the list, which is asked again only for what is new to it. */
function cacheFavorite(queries: QueryClient, bookId: string, favorited: boolean): void {
  queries.setQueriesData<ReadonlySet<string>>({ queryKey: ids, type: 'active' }, (present) =>
    present === undefined ? undefined : withMembership(present, bookId, favorited),
  );
  // What is being fetched may be older than this answer, and what nobody shows is asked when it is next shown.
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

/** What the server refuses for a reason is told with its reason. */
const failureText = (error: unknown): string =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)
    ? error.detail
    : 'Failed to update favorites. Please try again.';
