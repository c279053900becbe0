import { useEffectEvent, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useInterstitial } from './use-interstitial.tsx';

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

/**
 * The advertisements around a new listing, for signed-in users: one when the form opens, once per session,
 * and one before the listing is posted. `beforePost` resolves with whether to post: not if the user has left
 * the page or gone back to the form. A retry after a failed post shows none.
 */
export function useListingInterstitials(): { interstitial: ReactNode; beforePost: () => Promise<boolean> } {
  const { adFree, interstitial, show } = useInterstitial();
  const passed = useRef(false);
  const open = useEffectEvent(() => {
    if (adFree === false && firstInSession()) void show('pre-listing');
  });
  // A layout effect runs before the first paint, so that the form does not flash.
  useLayoutEffect(() => open(), []);

  return {
    interstitial,
    beforePost: async () => {
      if (adFree !== true && !passed.current) passed.current = await show('pre-post');
      return adFree === true || passed.current;
    },
  };
}
