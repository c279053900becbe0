import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { InterstitialKind } from '../rules.ts';
import { useAdFree } from './use-ad-free.ts';
import { Interstitial } from './interstitial.tsx';

const seenKey = 'bookswap:pre-listing-seen';
/** Where the browser keeps nothing. */
let seenInThisDocument = false;

/** True the first time in a session. */
function firstInSession(): boolean {
  try {
    if (sessionStorage.getItem(seenKey) !== null) return false;
    sessionStorage.setItem(seenKey, '1');
    return true;
  } catch {
    const first = !seenInThisDocument;
    seenInThisDocument = true;
    return first;
  }
}

type Shown = { kind: InterstitialKind; end: (completed: boolean) => void };

/**
 * The advertisements around writing a listing, for whoever is signed in: one when the form is opened, once in a session, and one
 * before the listing is posted. `beforePost` answers whether to post: not if the page was left meanwhile. It shows nothing again
 * when a post that failed is tried again.
 */
export function useListingInterstitials(): { interstitial: ReactNode; beforePost: () => Promise<boolean> } {
  const adFree = useAdFree();
  const [shown, setShown] = useState<Shown | null>(null);
  const present = useRef<Shown | null>(null);
  const passed = useRef(false);

  const show = (kind: InterstitialKind) =>
    new Promise<boolean>((resolve) => {
      const end = (completed: boolean) => {
        present.current = null;
        setShown(null);
        resolve(completed);
      };
      present.current = { kind, end };
      setShown(present.current);
    });
  const open = useEffectEvent(() => {
    if (adFree === false && firstInSession()) void show('pre-listing');
  });
  // Before the first paint, so that the form does not flash.
  useLayoutEffect(() => open(), []);
  useEffect(() => () => present.current?.end(false), []);
  // Paid for in another tab meanwhile.
  useEffect(() => {
    if (adFree === true) present.current?.end(true);
  }, [adFree]);

  return {
    interstitial: shown !== null && <Interstitial key={shown.kind} kind={shown.kind} onEnd={shown.end} />,
    beforePost: async () => {
      if (adFree !== true && !passed.current) passed.current = await show('pre-post');
      return adFree === true || passed.current;
    },
  };
}
