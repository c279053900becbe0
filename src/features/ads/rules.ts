import { PRIVATE_STORAGE_PREFIX } from '#platform/shared/private-storage.ts';

/** What advertisements are held to. Pure: no I/O, nothing but the language. */

/** Milliseconds that an advertisement over the whole screen stands before it can be left. */
export const INTERSTITIAL_MS = 5_000;

const interstitialKinds = ['pre-listing', 'pre-post'] as const;
export type InterstitialKind = (typeof interstitialKinds)[number];

/** The account and the place of Google's advertisements; configured, and the same for everybody. */
export type Adsense = { publisherId: string; slotId: string };

/** Until when whoever uses this device sees no advertisements, as last heard. Private: it goes with the sign-out. */
export const adFreeUntilKey = `${PRIVATE_STORAGE_PREFIX}ad-free-until`;

/** On the root element of whoever sees no advertisements: their slots are not there. */
export const adFreeClass = 'ad-free';

/**
 * Runs in the head of every document. Pages are the same for everybody and hold the slots; who has paid sees none of them, not even
 * for the moment until it is known who they are.
 */
export const hideAdsScript = `try{if(new Date(localStorage.getItem('${adFreeUntilKey}'))>new Date)document.documentElement.classList.add('${adFreeClass}')}catch{}`;
