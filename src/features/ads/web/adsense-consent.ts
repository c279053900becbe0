import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'bookswap:google-ads';

export type AdsenseConsent = 'allowed' | 'refused';

const listeners = new Set<() => void>();
/** The consent of this visit, for a browser without storage. */
let unkept: AdsenseConsent | null = null;

function read(): AdsenseConsent | null {
  try {
    const kept = localStorage.getItem(STORAGE_KEY);
    if (kept === 'allowed' || kept === 'refused') return kept;
  } catch {
    // The consent of this visit counts if there is no storage.
  }
  return unkept;
}

/** Stores whether this device may load Google ads. */
export function setAdsenseConsent(consent: AdsenseConsent): void {
  unkept = consent;
  try {
    localStorage.setItem(STORAGE_KEY, consent);
  } catch {
    // The next visit requests consent again if there is no storage.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Null until the user has decided. */
export const useAdsenseConsent = (): AdsenseConsent | null =>
  useSyncExternalStore(subscribe, read, () => null);
