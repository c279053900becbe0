import { createContext, useContext, type ReactNode } from 'react';
import type { Adsense } from '../rules.ts';
import { usePersistAdFree } from './use-ad-free.ts';

const AdsenseContext = createContext<Adsense | null>(null);

/**
 * Provides AdSense to the whole app, inside the providers of session and time. `adsense` comes with the
 * document.
 */
export function AdsProvider({ adsense, children }: { adsense: Adsense | null; children: ReactNode }) {
  usePersistAdFree();
  return <AdsenseContext value={adsense}>{children}</AdsenseContext>;
}

/** The AdSense account; null if only the product's own advertisements are shown. */
export const useAdsense = (): Adsense | null => useContext(AdsenseContext);
