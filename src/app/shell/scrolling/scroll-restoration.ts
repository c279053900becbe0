import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { readHistoryDepth } from '#platform/web/navigation/place.ts';

const STORAGE_KEY = 'bookswap:scroll:';

/**
 * The number of history entries before the current one in this visit. Each entry has its depth in its state,
 * where the Back links (`use-back.ts`) read it.
 */
let depth = 0;
let positions: Record<number, number> = {};
/**
 * When the document was opened by its address, in milliseconds since 1970: the positions of its entries are
 * stored together. 0: not known yet.
 */
let visit = 0;
/** The entry that is about to be shown is new. */
let isPushed = false;

const nameEntry = () => history.replaceState({ ...(history.state as object | null), depth, visit }, '');

// `useLayoutEffect` warns on the server.
const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The current entry gets this depth, and its page is at this position when it is shown. */
export function setPosition(newDepth: number, top: number): void {
  depth = newDepth;
  positions[depth] = top;
}

function useKeptPositions(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const left = new AbortController();
    const { signal } = left;
    const note = () => {
      positions[depth] = Math.round(scrollY);
    };
    addEventListener('scroll', note, { passive: true, signal });
    const keep = () => sessionStorage.setItem(STORAGE_KEY + visit, JSON.stringify(positions));
    addEventListener('pagehide', keep, { signal });
    // The router dispatches an event of this name for every push, before it renders.
    const notePush = () => {
      isPushed = true;
    };
    addEventListener('pushState', notePush, { signal });
    return () => left.abort();
  }, []);
}

/** Scrolls there, and again as the page grows: after a reload, a list that was long begins with its first books. */
function scrollBackTo(top: number): void {
  scrollTo(0, top);
  if (scrollY < top - 1) scrollAsItGrows(location.pathname + location.search, top, scrollY);
}

/**
 * Scrolls whenever the page of this path has grown, from when the code for it is there; not if the reader has
 * scrolled up from `from` by then.
 */
export function scrollAsItGrows(path: string, top: number, from?: number): void {
  import('./follow-growth.ts')
    .then(({ followGrowth }) => followGrowth(path, top, from))
    // Then the page stays where it is.
    .catch(() => {});
}

/**
 * A new page starts at its top; Back restores the scroll position. A replaced entry (typing in the search)
 * starts at the top, too.
 */
export function useScrollRestoration(): void {
  const [path] = useLocation();
  const search = useSearch();
  useKeptPositions();

  useIsomorphicLayoutEffect(() => {
    const known = readHistoryDepth();
    const wasPushed = isPushed;
    isPushed = false;
    if (visit === 0) {
      visit = known === null ? Date.now() : (history.state as { visit: number }).visit;
      positions = JSON.parse(sessionStorage.getItem(STORAGE_KEY + visit) ?? '{}') as Record<number, number>;
      depth = known ?? 0;
      // The reader has scrolled before this script ran.
      if (scrollY > 0) positions[depth] = Math.round(scrollY);
      if (known === null) nameEntry();
      else scrollBackTo(positions[depth] ?? 0);
      return;
    }
    if (known !== null) {
      depth = known;
      scrollBackTo(positions[depth] ?? 0);
      return;
    }
    if (wasPushed) depth += 1;
    positions[depth] = 0;
    nameEntry();
    scrollTo(0, 0);
  }, [path, search]);
}
