import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { formatPrice } from '#platform/shared/money.ts';

/** An offer is pending until one of the two acts, its time is over, or its book is no longer to be had. */
export const offerTransitions = {
  pending: ['accepted', 'declined', 'withdrawn', 'expired', 'countered'],
  accepted: [],
  declined: [],
  withdrawn: [],
  expired: [],
  countered: [],
} as const;

/** A reservation is active until one of the two cancels it, its time is over, or the book is handed over. */
export const reservationTransitions = {
  active: ['canceled', 'expired', 'completed'],
  canceled: [],
  expired: [],
  completed: [],
} as const;

/** How long an offer waits for a response. */
export const OFFER_LIFETIME_MS = 48 * HOUR_MS;

/** How long an accepted offer keeps the book for its buyer. */
export const RESERVATION_MS = 3 * DAY_MS;

/** Of one user, for one book, in one day; counter-offers are offers. */
export const MAX_OFFERS_PER_DAY = 5;

/** Without an offer, in one conversation, in one day (UTC): each notifies the buyer. */
export const MAX_RESERVATIONS_PER_DAY = 3;

const MIN_OFFER_CENTS = 100;

/** There is nothing to negotiate about a book that costs no more than the lowest offer. */
export const takesOffers = (priceCents: number): boolean => priceCents > MIN_OFFER_CENTS;

export const isOfferAmount = (amountCents: number, priceCents: number): boolean =>
  takesOffers(priceCents) && amountCents >= MIN_OFFER_CENTS && amountCents <= priceCents;

/**
 * What the field of an offer begins with: what copies cost, where that is less and can be offered. Null if it
 * is not known.
 */
export const firstOfferAmount = (priceCents: number, medianCents: number | undefined): number | null =>
  medianCents === undefined ? null : Math.min(priceCents, Math.max(medianCents, MIN_OFFER_CENTS));

/** The text of its message, for lists and notifications. */
export const describeOffer = (amountCents: number): string => `Offer: ${formatPrice(amountCents)}`;

/** What begins for a listing now ends at the latest with the listing. */
export const endWithin = (durationMs: number, listingEnd: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + durationMs, listingEnd.getTime()));
