import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { readHistoryDepth } from '#platform/web/navigation/place.ts';

const STORAGE_KEY = 'bookswap:scroll';

/**
 * The number of history entries before the current one in this visit. Each entry has its depth in its state,
 * where the Back links (`use-back.ts`) read it.
 */
let depth = 0;
let positions: Record<number, number> = {};

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
    const note = () => {
      positions[depth] = Math.round(scrollY);
    };
    const keep = () => sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
    addEventListener('scroll', note, { passive: true });
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('scroll', note);
      removeEventListener('pagehide', keep);
    };
  }, []);
}

/**
 * A new page starts at its top; Back restores the scroll position. A replaced entry (typing in the search)
 * starts at the top, too.
 */
export function useScrollRestoration(): void {
  const [path] = useLocation();
  const search = useSearch();
  const first = useRef(true);
  const pushed = useRef(false);
  useKeptPositions();

  useIsomorphicLayoutEffect(() => {
    // The router dispatches an event of this name for every push, before it renders.
    const onPush = () => {
      pushed.current = true;
    };
    addEventListener('pushState', onPush);
    return () => removeEventListener('pushState', onPush);
  }, []);

  useIsomorphicLayoutEffect(() => {
    const known = readHistoryDepth();
    const wasPushed = pushed.current;
    pushed.current = false;
    if (first.current) {
      first.current = false;
      positions = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<number, number>;
      depth = known ?? 0;
      if (known === null) history.replaceState({ ...(history.state as object | null), depth }, '');
      else scrollTo(0, positions[depth] ?? 0);
      return;
    }
    if (known !== null) {
      depth = known;
      scrollTo(0, positions[depth] ?? 0);
      return;
    }
    if (wasPushed) depth += 1;
    positions[depth] = 0;
    history.replaceState({ ...(history.state as object | null), depth }, '');
    scrollTo(0, 0);
  }, [path, search]);
}
