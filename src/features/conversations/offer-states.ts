/** What messages and conversations tell about offers. The feature of offers has their rules. */

import type { ChangedPart } from './message-events.ts';

export const messageTypes = ['text', 'offer', 'event', 'meeting'] as const;

export const offerStates = ['pending', 'accepted', 'declined', 'withdrawn', 'expired', 'countered'] as const;
export type OfferState = (typeof offerStates)[number];

/** Why an offer ended without an action of the two; null: its time was over. */
export const offerEndReasons = ['reserved', 'price-lowered', 'not-listed'] as const;
export type OfferEndReason = (typeof offerEndReasons)[number];

/** Digests of the listing when an offer was made. */
export type OfferedListing = Partial<Record<ChangedPart, string>>;

/** An offer as it is stored with its message. */
export type StoredOffer = {
  amount: number;
  askingPrice: number;
  state: OfferState;
  endReason: OfferEndReason | null;
  expiresAt: string;
  /** Its receiver has blocked its sender while it waited: it is over for the receiver. */
  isWithheld?: true;
  /** Not shown. */
  listing?: OfferedListing;
};

/** A reservation as it is stored with its conversation. */
export type StoredReservation = { id: string; price: number; until: string };
