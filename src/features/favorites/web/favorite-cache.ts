import type { InfiniteData, Mutation, Query, QueryClient } from '@tanstack/react-query';
import { apiClient, type Page, type Transport } from '#platform/shared/define-endpoints.ts';
import { t } from '#platform/shared/texts/t.ts';
import { createResentMutation } from '#platform/web/mutations/resent-mutation.ts';
import { ApiError } from '#platform/web/transport.ts';
import { showErrorToast } from '#ui/overlays/show-error-toast.ts';
import type { Favorite, FavoriteEndpoints } from '../contract.ts';

type FavoritePages = InfiniteData<Page<Favorite>, string | null>;

const ids = ['favorites', 'ids'] as const;
const list = ['favorites', 'list'] as const;

export const favoriteMutationKey = ['favorites', 'toggle'] as const;
export type WantedFavorite = { bookId: string; favorited: boolean };

/** What the server has not confirmed yet, by book: the last of its wanted states. */
export function unconfirmedFavorites(queries: QueryClient): ReadonlyMap<string, WantedFavorite> {
  const pending = queries.getMutationCache().findAll({ mutationKey: favoriteMutationKey, status: 'pending' });
  const wanted = pending.map(({ state }) => state.variables as WantedFavorite);
  return new Map(wanted.map((one) => [one.bookId, one]));
}

/** Sets a favorite; resolves with whether that succeeded. The last of its wanted states is sent last. */
export async function setFavorite(
  queries: QueryClient,
  transport: Transport,
  wanted: WantedFavorite,
): Promise<boolean> {
  const { bookId } = wanted;
  const cache = queries.getMutationCache();
  const isNewest = () => unconfirmedFavorites(queries).get(bookId) === wanted;
  const mutation = createResentMutation<WantedFavorite, boolean | null>(queries, {
    mutationKey: favoriteMutationKey,
    scope: `favorite ${bookId}`,
    send: async (body) =>
      isNewest()
        ? (await apiClient<FavoriteEndpoints>(transport).call('POST /api/favorites/toggle', { body }))
            .favorited
        : null,
    onSuccess(favorited) {
      if (favorited !== null) cacheFavorite(queries, bookId, favorited);
      cache.remove(mutation as Mutation);
    },
    onError(error) {
      const isLast = isNewest();
      cache.remove(mutation as Mutation);
      // Another state is wanted since, so this failure no longer matters.
      if (!isLast) return;
      showErrorToast(failureText(error), t('favorites.error.title'));
      // The request may have succeeded and only its response be lost. Refetched when no other request is
      // pending.
      if (unconfirmedFavorites(queries).size === 0) void queries.invalidateQueries({ queryKey: ids });
    },
  });
  return mutation.execute(wanted).then(
    (favorited) => favorited === wanted.favorited,
    () => false,
  );
}

/** Adds a favorite of the current user, or keeps it; resolves with whether that succeeded. */
export const addFavorite = (queries: QueryClient, transport: Transport, bookId: string): Promise<boolean> =>
  setFavorite(queries, transport, { bookId, favorited: true });

/** Refetches visible favorites that contain a changed listing. */
export async function invalidateFavoriteBook(queries: QueryClient, bookId: string): Promise<void> {
  await queries.invalidateQueries({
    queryKey: list,
    predicate: ({ state }) =>
      (state.data as FavoritePages | undefined)?.pages.some((page) =>
        page.items.some((item) => item.bookId === bookId),
      ) ?? false,
  });
}

/** Refetches visible favorites after missed changes, and the others when they are next shown. */
export const invalidateFavorites = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ queryKey: ['favorites'] });

/** Writes a confirmed favorite to the cached ids and the list, which is refetched only for a new book. */
function cacheFavorite(queries: QueryClient, bookId: string, favorited: boolean): void {
  queries.setQueriesData<ReadonlySet<string>>({ queryKey: ids, type: 'active' }, (current) =>
    current === undefined ? undefined : withMembership(current, bookId, favorited),
  );
  // A pending fetch may be older than this response: it is canceled, because a refetch joins a first one. Hidden
  // queries are fetched when they are next shown.
  const isPending = (query: Query) => query.state.fetchStatus !== 'idle' || query.state.data === undefined;
  const pending = queries.getQueryCache().findAll({ queryKey: ids, predicate: isPending });
  void queries
    .cancelQueries({ queryKey: ids, predicate: isPending })
    .then(() => queries.invalidateQueries({ queryKey: ids, predicate: (query) => pending.includes(query) }));
  void queries.invalidateQueries({ queryKey: ids, type: 'inactive' });
  if (favorited) {
    void queries.invalidateQueries({ queryKey: list });
  } else {
    queries.setQueriesData<FavoritePages>({ queryKey: list }, (pages) =>
      pages === undefined ? undefined : withoutFavorite(pages, bookId),
    );
  }
}

function withMembership(
  current: ReadonlySet<string>,
  bookId: string,
  favorited: boolean,
): ReadonlySet<string> {
  const next = new Set(current);
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
    : t('favorites.update.failed');
