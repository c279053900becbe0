import type { useLocation } from 'wouter';
import { currentPlace, type Place } from '#platform/web/navigation/place.ts';
import { setPosition } from './scroll-restoration.ts';

export type Navigate = ReturnType<typeof useLocation>[1];

/** A page that is still loading may become as long as it was within this time. */
const GROWING_MS = 10_000;

/**
 * Shows a place again instead of the current page. Back then leads to the page before that place, not to the
 * pages in between, unless another document has shown it.
 */
export function reopenPlace({ path, top, depth, documentStart }: Place, navigate: Navigate): void {
  const current = currentPlace();
  const steps = documentStart === current.documentStart ? Math.min(0, depth - current.depth) : 0;
  setPosition(current.depth + steps, top);
  navigate(path, {
    replace: true,
    state: { ...(history.state as object | null), depth: current.depth + steps },
  });
  // The same page in its first entry: nothing changes on the screen.
  if (steps < 0) history.go(steps);
  scrollAsItGrows(path, top);
}

/** Scrolls whenever the page has changed its height, until the user acts or shows another one. */
function scrollAsItGrows(path: string, top: number): void {
  const over = new AbortController();
  const { signal } = over;
  const height = new ResizeObserver(() => {
    const { pathname, search } = location;
    if (pathname + search === path) scrollTo(0, top);
    else over.abort();
  });
  signal.addEventListener('abort', () => height.disconnect());
  for (const event of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    addEventListener(event, () => over.abort(), { signal, passive: true });
  setTimeout(() => over.abort(), GROWING_MS);
  height.observe(document.body);
}
