import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useLocation } from 'wouter';
import { storePendingIntent, useSession, useSessionActions } from '#features/accounts/web/public.ts';
import { currentPlace } from '#platform/web/navigation/place.ts';
import { useTransport } from '#platform/web/transport-context.tsx';
import { HeartButton } from '#ui/actions/heart-button.tsx';
import { addFavorite, setFavorite } from './favorite-cache.ts';
import { favoriteIdsQuery } from './favorite-queries.ts';
import { useUnconfirmed } from './use-unconfirmed.ts';

type FavoriteButtonProps = {
  bookId: string;
  /** The title of the book, for screen readers, and for the sign-in screen, which says what will be saved. */
  title?: string | undefined;
  /** card: in a corner of a book card; bar: in the action bar of the book's page. */
  place?: 'card' | 'bar';
  onRemove?: () => void;
};

/** The heart of a book. Unpressed, and of the same size, until the session is known. */
export function FavoriteButton({ bookId, title, place, onRemove }: FavoriteButtonProps) {
  const session = useSession();
  const queries = useQueryClient();
  const transport = useTransport();
  const [, navigate] = useLocation();
  const pressed = useIsFavorite(bookId) ?? false;
  const { whenKnown } = useSessionActions();
  const isWaiting = useRef(false);

  const signIn = () => {
    storePendingIntent({ kind: 'favorite', bookId, title, from: currentPlace() });
    navigate('/sign-in');
  };
  /**
   * Waits until the session is known. A user's favorite is saved even after another page has been opened; a visitor
   * is sent to sign in only from the same page.
   */
  const pressEarly = async () => {
    if (isWaiting.current) return;
    isWaiting.current = true;
    const { path } = currentPlace();
    const { status } = await whenKnown();
    isWaiting.current = false;
    // The heart was not shown as pressed, so the user did not mean to remove the favorite.
    if (status === 'signed-in') await addFavorite(queries, transport, bookId);
    else if (path === currentPlace().path) signIn();
  };
  const press = () => {
    if (session.status === 'loading') {
      void pressEarly();
    } else if (session.status === 'signed-out') {
      signIn();
    } else {
      void setFavorite(queries, transport, { bookId, favorited: !pressed });
      if (pressed) onRemove?.();
    }
  };

  return (
    <HeartButton pressed={pressed} place={place} of={place === 'bar' ? undefined : title} onPress={press} />
  );
}

/** Whether the user has saved a book, as they want it before the server confirms it; null: unknown. */
export function useIsFavorite(bookId: string): boolean | null {
  const session = useSession();
  const userId = session.status === 'signed-in' ? session.user.id : null;
  const transport = useTransport();
  const has = useCallback((ids: ReadonlySet<string>) => ids.has(bookId), [bookId]);
  const marked = useQuery({
    ...favoriteIdsQuery(transport, userId ?? ''),
    enabled: userId !== null,
    select: has,
  });
  const pending = useUnconfirmed((wanted) => wanted.get(bookId)?.favorited, undefined);
  if (session.status === 'signed-out') return false;
  return pending ?? marked.data ?? null;
}
