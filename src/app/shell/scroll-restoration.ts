import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { readHistoryDepth } from '#platform/web/navigation/place.ts';

const STORAGE_KEY = 'bookswap:scroll';

/**
 * The number of history entries before the current one in this visit. Each entry has its depth in its state,
 * where the Back links (`use-back.ts`) read it.
 */
let depth = 0;
/** A document that is opened by its address begins a visit, whose depths begin at 0. */
let visit = 0;
/** How far each entry was scrolled, in pixels, by its visit and depth. */
let positions: Record<string, number> = {};

type EntryState = { depth: number; visit: number };

const keyOfEntry = () => `${visit}:${depth}`;

// `useLayoutEffect` warns on the server.
const useIsomorphicLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/**
 * The entry of this depth becomes the current one, and its page is at this position when it is shown. Returns
 * its state.
 */
export function setPosition(newDepth: number, top: number): EntryState {
  depth = newDepth;
  positions[keyOfEntry()] = top;
  return { depth, visit };
}

/** The state of a restored entry has its visit. */
function readVisit(): number {
  const { visit: stored } = history.state as { visit?: unknown };
  return typeof stored === 'number' ? stored : performance.timeOrigin;
}

const addToState = (state: EntryState) =>
  history.replaceState({ ...(history.state as object | null), ...state }, '');

function useKeptPositions(): void {
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const note = () => {
      positions[keyOfEntry()] = Math.round(scrollY);
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
      positions = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>;
      visit = known === null ? performance.timeOrigin : readVisit();
      depth = known ?? 0;
      if (known === null) addToState({ depth, visit });
      else scrollTo(0, positions[keyOfEntry()] ?? 0);
      return;
    }
    if (known !== null) {
      depth = known;
      scrollTo(0, positions[keyOfEntry()] ?? 0);
      return;
    }
    if (wasPushed) depth += 1;
    addToState(setPosition(depth, 0));
    scrollTo(0, 0);
  }, [path, search]);
}
