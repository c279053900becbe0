/** What messages and conversations tell about offers. The feature of offers has their rules. */

export const messageTypes = ['text', 'offer', 'event', 'meeting'] as const;

export const offerStates = ['pending', 'accepted', 'declined', 'withdrawn', 'expired', 'countered'] as const;
export type OfferState = (typeof offerStates)[number];

/** Why an offer ended without an action of the two; null: its time was over. */
export const offerEndReasons = ['reserved', 'price-lowered', 'not-listed'] as const;
export type OfferEndReason = (typeof offerEndReasons)[number];

/** An offer as it is stored with its message. */
export type StoredOffer = {
  amount: number;
  askingPrice: number;
  state: OfferState;
  endReason: OfferEndReason | null;
  expiresAt: string;
  /** Its receiver has blocked its sender while it waited: it is over for the receiver. */
  isWithheld?: true;
};

/** A reservation as it is stored with its conversation. */
export type StoredReservation = { id: string; price: number; until: string };
