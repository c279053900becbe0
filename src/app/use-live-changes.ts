import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bookHasChanged } from '#features/books/web/public.ts';
import { useLive } from '#features/conversations/web/public.ts';

/** What the socket says has changed is fetched again where it is shown. */
export function useLiveChanges(): void {
  const queries = useQueryClient();
  const live = useLive();
  useEffect(
    () =>
      live.onChange((change) => {
        if (change.type === 'book') void bookHasChanged(queries, { id: change.bookId });
        else void queries.invalidateQueries({ queryKey: ['accounts'] });
      }),
    [live, queries],
  );
}
