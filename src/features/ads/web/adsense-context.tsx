import { createContext, useContext, type ReactNode } from 'react';
import type { Adsense } from '../rules.ts';
import { usePersistAdFree } from './use-ad-free.ts';

const AdsenseContext = createContext<Adsense | null>(null);

/** Around the whole app, inside of who is here and what time it is. `adsense` comes with the document. */
export function AdsProvider({ adsense, children }: { adsense: Adsense | null; children: ReactNode }) {
  usePersistAdFree();
  return <AdsenseContext value={adsense}>{children}</AdsenseContext>;
}

/** Google's account here; null where only the product's own advertisements are shown. */
export const useAdsense = (): Adsense | null => useContext(AdsenseContext);
