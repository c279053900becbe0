import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSessionActions } from '#features/accounts/web/public.ts';
import { bookHasChanged } from '#features/books/web/public.ts';
import { favoriteBookHasChanged } from '#features/favorites/web/public.ts';
import { useLive } from '#features/conversations/web/public.ts';

/** What the socket says has changed is fetched again where it is shown. */
export function useLiveChanges(): void {
  const queries = useQueryClient();
  const live = useLive();
  const { update } = useSessionActions();
  useEffect(
    () =>
      live.onChange((change) => {
        if (change.type === 'book') {
          void bookHasChanged(queries, { id: change.bookId });
          void favoriteBookHasChanged(queries, change.bookId);
        }
        else void update();
      }),
    [live, queries, update],
  );
}
