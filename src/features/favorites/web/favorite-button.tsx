import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession } from '#features/accounts/web/public.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { HeartButton } from '#ui/actions/heart-button.tsx';
import { toggleFavorite, getOptimisticFavorites } from './favorite-cache.ts';
import { favoriteIdsQuery } from './favorite-queries.ts';

export type FavoriteButtonProps = {
  bookId: string;
  /** The book's; the sign-in screen then says what will be saved. */
  title?: string;
  /** card: in a corner of a book card; bar: in the action bar of the book's page. */
  place?: 'card' | 'bar';
  /** Told when a press has taken the book off the favourites. */
  onRemove?: () => void;
};

/** The heart of a book. Unpressed, and of the same size, until it is known who is looking. */
export function FavoriteButton({ bookId, title, place, onRemove }: FavoriteButtonProps) {
  const session = useSession();
  const queries = useQueryClient();
  const transport = useTransport();
  const [, navigate] = useLocation();
  const pressed = useFavorited(session.status === 'signed-in' ? session.user.id : null, bookId);
  // Pressed before it was known who is pressing: done as soon as it is.
  const early = useRef(false);

  const press = () => {
    if (session.status === 'loading') {
      early.current = true;
    } else if (session.status === 'signed-out') {
      storePendingIntent({ kind: 'favorite', bookId, title });
      navigate('/sign-in');
    } else {
      void toggleFavorite(queries, transport, { user: session.user, bookId, favorited: !pressed });
      if (pressed) onRemove?.();
    }
  };
  const pressLate = useEffectEvent(() => {
    early.current = false;
    if (session.status !== 'signed-in') press();
    // Nobody saw the heart as pressed, so that nobody meant to take it away.
    else void toggleFavorite(queries, transport, { user: session.user, bookId, favorited: true });
  });
  useEffect(() => {
    if (early.current && session.status !== 'loading') pressLate();
  }, [session.status]);

  return <HeartButton pressed={pressed} place={place} onPress={press} />;
}

/** What the heart shows: what is wanted, until the server has said so; else what it said. */
function useFavorited(userId: string | null, bookId: string): boolean {
  const transport = useTransport();
  const wanted = getOptimisticFavorites(useQueryClient(), transport);
  const has = useCallback((ids: ReadonlySet<string>) => ids.has(bookId), [bookId]);
  const marked = useQuery({
    ...favoriteIdsQuery(transport, userId ?? ''),
    enabled: userId !== null,
    select: has,
  });
  const pending = useSyncExternalStore(
    wanted.subscribe,
    () => wanted.of(bookId),
    () => undefined,
  );
  return userId !== null && (pending ?? marked.data ?? false);
}
