import { useEffect } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { fetchToastsAhead } from '#ui/overlays/toaster.tsx';
import { matchRoute } from '../routing/route-table.ts';

const places = ['/messages', '/conversation/any', '/favorites', '/profile', '/add-listing', '/book/any/edit'];

/** Not without a connection: a browser may never ask again for a module that did not come. */
const fetchAhead = (paths: readonly string[]) => {
  if (!navigator.onLine) return;
  fetchToastsAhead();
  // One that does not come now is fetched when it is opened.
  for (const path of paths)
    matchRoute(path)
      .route.page.preload()
      .catch(() => {});
};

/**
 * The code of toasts and of the pages that are likely next is there before they are opened, and while the connection is gone: of a book once
 * somebody moves, of one's own places once somebody is signed in. A phone that saves data is left alone.
 */
export function usePreloadPages(): void {
  const { status } = useSession();
  useEffect(() => {
    const { connection } = navigator as { connection?: { saveData?: boolean } };
    if (connection?.saveData === true) return;
    const moved = new AbortController();
    const onMove = () => {
      if (navigator.onLine) moved.abort();
      fetchAhead(['/book/any']);
    };
    for (const event of ['scroll', 'pointerdown', 'keydown'] as const) {
      addEventListener(event, onMove, { signal: moved.signal, passive: true });
    }
    const fetchPlaces = () => fetchAhead(places);
    const timer = status === 'signed-in' ? setTimeout(fetchPlaces, 1_500) : undefined;
    if (status === 'signed-in') addEventListener('online', fetchPlaces);
    return () => {
      moved.abort();
      clearTimeout(timer);
      removeEventListener('online', fetchPlaces);
    };
  }, [status]);
}
