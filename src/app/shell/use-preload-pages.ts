import { useEffect } from 'react';
import { useSession } from '#features/accounts/web/public.ts';
import { fetchCoverArt } from '#ui/cover/cover-drawing.tsx';
import { fetchToastsAhead } from '#ui/overlays/toaster.tsx';
import { matchRoute } from '../routing/route-table.ts';

const places = ['/messages', '/conversation/any', '/favorites', '/profile', '/add-listing', '/book/any/edit'];

/** The first page comes first: these are two dozen files. */
const FETCH_AHEAD_DELAY_MS = 6_000;

/** Does nothing offline, because a browser may cache a failed import. */
const fetchAhead = (paths: readonly string[]) => {
  if (!navigator.onLine) return;
  fetchToastsAhead();
  fetchCoverArt().catch(() => {});
  // A page that fails now is fetched again when it is opened.
  for (const path of paths)
    matchRoute(path)
      .route.page.preload()
      .catch(() => {});
};

/**
 * Preloads the code of toasts and of likely next pages, also for offline use, and no data: the book page at the
 * first interaction or after a while, a user's own pages after sign-in. Not on a device that saves data.
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
    let timer: ReturnType<typeof setTimeout> | undefined;
    const fetchLater = () => {
      const paths = status === 'signed-in' ? ['/book/any', ...places] : ['/book/any'];
      timer = setTimeout(() => fetchAhead(paths), FETCH_AHEAD_DELAY_MS);
    };
    if (document.readyState === 'complete') fetchLater();
    else addEventListener('load', fetchLater);
    if (status === 'signed-in') addEventListener('online', fetchPlaces);
    return () => {
      moved.abort();
      removeEventListener('load', fetchLater);
      clearTimeout(timer);
      removeEventListener('online', fetchPlaces);
    };
  }, [status]);
}
