import { useSyncExternalStore } from 'react';

const storageKey = 'bookswap:google-ads';

export type AdsenseConsent = 'allowed' | 'refused';

const listeners = new Set<() => void>();
/** Of this visit, where the browser keeps nothing. */
let unkept: AdsenseConsent | null = null;

function read(): AdsenseConsent | null {
  try {
    const kept = localStorage.getItem(storageKey);
    if (kept === 'allowed' || kept === 'refused') return kept;
  } catch {
    // Then what was said in this visit counts.
  }
  return unkept;
}

/** Whether this device may load advertisements of Google. Nobody is asked twice. */
export function setAdsenseConsent(consent: AdsenseConsent): void {
  unkept = consent;
  try {
    localStorage.setItem(storageKey, consent);
  } catch {
    // It is asked again with the next visit.
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

/** Null: not asked yet. */
export const useAdsenseConsent = (): AdsenseConsent | null =>
  useSyncExternalStore(subscribe, read, () => null);
