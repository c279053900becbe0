import { type ReactNode, useEffect, useRef, useState } from 'react';
import { pushBackEntry } from '#platform/web/navigation/push-back-entry.ts';
import type { InterstitialKind } from '../rules.ts';
import { Interstitial } from './interstitial.tsx';
import { useAdFree } from './use-ad-free.ts';

type Shown = { kind: InterstitialKind; end: (completed: boolean) => void };

/**
 * One advertisement at a time. `show` resolves with whether it was seen to its end: not if the user has left the page
 * or gone back. `adFree`: null while it is not known.
 */
export function useInterstitial() {
  const adFree = useAdFree();
  const [shown, setShown] = useState<Shown | null>(null);
  const shownRef = useRef<Shown | null>(null);

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
  useEffect(() => () => shownRef.current?.end(false), []);
  // The user has paid in another tab.
  useEffect(() => {
    if (adFree === true) shownRef.current?.end(true);
  }, [adFree]);

  const interstitial: ReactNode = shown !== null && (
    <Interstitial key={shown.kind} kind={shown.kind} onEnd={shown.end} />
  );
  return { adFree, interstitial, show };
}
