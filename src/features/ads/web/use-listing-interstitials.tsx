import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { pushBackEntry } from '#platform/web/navigation/push-back-entry.ts';
import type { InterstitialKind } from '../rules.ts';
import { useAdFree } from './use-ad-free.ts';
import { Interstitial } from './interstitial.tsx';

const SEEN_KEY = 'bookswap:pre-listing-seen';
/** The memory of a browser without storage. */
let seenInThisDocument = false;

/** True the first time in a session. */
function firstInSession(): boolean {
  try {
    if (sessionStorage.getItem(SEEN_KEY) !== null) return false;
    sessionStorage.setItem(SEEN_KEY, '1');
    return true;
  } catch {
    const first = !seenInThisDocument;
    seenInThisDocument = true;
    return first;
  }
}

type Shown = { kind: InterstitialKind; end: (completed: boolean) => void };

/**
 * The advertisements around a new listing, for signed-in users: one when the form opens, once per session,
 * and one before the listing is posted. `beforePost` resolves with whether to post: not if the user has left
 * the page or gone back to the form. A retry after a failed post shows none.
 */
export function useListingInterstitials(): { interstitial: ReactNode; beforePost: () => Promise<boolean> } {
  const adFree = useAdFree();
  const [shown, setShown] = useState<Shown | null>(null);
  const shownRef = useRef<Shown | null>(null);
  const passed = useRef(false);

  const show = (kind: InterstitialKind) =>
    new Promise<boolean>((resolve) => {
      const end = (completed: boolean) => {
        if (shownRef.current !== current) return;
        shownRef.current = null;
        setShown(null);
        void Promise.resolve(back?.remove()).then(() => resolve(completed));
      };
      // Android's Back, like Escape, goes back to the form.
      const back = kind === 'pre-post' ? pushBackEntry(() => end(false)) : null;
      const current = { kind, end };
      shownRef.current = current;
      setShown(shownRef.current);
    });
  const open = useEffectEvent(() => {
    if (adFree === false && firstInSession()) void show('pre-listing');
  });
  // A layout effect runs before the first paint, so that the form does not flash.
  useLayoutEffect(() => open(), []);
  useEffect(() => () => shownRef.current?.end(false), []);
  // The user has paid in another tab.
  useEffect(() => {
    if (adFree === true) shownRef.current?.end(true);
  }, [adFree]);

  return {
    interstitial: shown !== null && <Interstitial key={shown.kind} kind={shown.kind} onEnd={shown.end} />,
    beforePost: async () => {
      if (adFree !== true && !passed.current) passed.current = await show('pre-post');
      return adFree === true || passed.current;
    },
  };
}
