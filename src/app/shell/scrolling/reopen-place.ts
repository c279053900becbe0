import type { useLocation } from 'wouter';
import { currentPlace, type Place } from '#platform/web/navigation/place.ts';
import { scrollAsItGrows, setPosition } from './scroll-restoration.ts';

export type Navigate = ReturnType<typeof useLocation>[1];

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
