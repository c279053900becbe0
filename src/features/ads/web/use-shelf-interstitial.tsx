import { useRef } from 'react';
import { useInterstitial } from './use-interstitial.tsx';

/** The advertisement after several books were posted: one at most, however many there were and are tried again. */
export function useShelfInterstitial() {
  const { adFree, interstitial, show } = useInterstitial();
  const wasShown = useRef(false);
  const afterPost = (): void => {
    if (adFree === true || wasShown.current) return;
    wasShown.current = true;
    void show('pre-post');
  };
  return { interstitial, afterPost };
}
