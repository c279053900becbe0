import { createContext, useContext, type ReactNode } from 'react';
import type { Adsense } from '../rules.ts';
import { usePersistAdFree } from './use-ad-free.ts';

const AdsenseContext = createContext<Adsense | null>(null);

/** Provides AdSense, as it comes with the document, inside the providers of session and time. */
export function AdsProvider({ adsense, children }: { adsense: Adsense | null; children: ReactNode }) {
  usePersistAdFree();
  return <AdsenseContext value={adsense}>{children}</AdsenseContext>;
}

/** The AdSense account; null if only the product's own advertisements are shown. */
export const useAdsense = (): Adsense | null => useContext(AdsenseContext);
