import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';

/** Milliseconds that an advertisement over the whole screen stands before it can be left. */
export const INTERSTITIAL_MS = 5_000;

export type InterstitialKind = 'pre-listing' | 'pre-post';

/** Google AdSense account and ad slot, from the configuration. */
export type Adsense = { publisherId: string; slotId: string };

/** The end of the ad-free time, as last reported to this device. Private: cleared on sign-out. */
export const AD_FREE_UNTIL_KEY = `${PRIVATE_STORAGE_PREFIX}ad-free-until`;

/** Class of the root element that removes all ad slots. */
export const AD_FREE_CLASS = 'ad-free';

/**
 * Runs in the head of each document. Pages are the same for all users and contain the slots; this hides
 * them for subscribers before the session is known.
 */
export const HIDE_ADS_SCRIPT = `try{if(new Date(localStorage.getItem('${AD_FREE_UNTIL_KEY}'))>new Date)document.documentElement.classList.add('${AD_FREE_CLASS}')}catch{}`;
