import type { Side } from './review-model.ts';

export const BUYERS = [0, 1] as const;
export type Buyer = (typeof BUYERS)[number];
/** One of the three who act. */
export type Trader = Buyer | 'seller';

export type ModelOffer = {
  conversation: Buyer;
  bySeller: boolean;
  amount: number;
  state: 'pending' | 'accepted' | 'declined' | 'withdrawn' | 'expired' | 'countered';
  endReason: string | null;
  expiresAt: number;
  day: number;
  /** The receiver had blocked who makes it, and never sees it. */
  isHidden: boolean;
  /** The receiver has blocked who made it, by now, and sees it as expired. */
  isWithheld: boolean;
};

export type ModelReservation = {
  conversation: Buyer;
  price: number;
  askingPrice: number;
  /** The buyer is notified once that the asking price is another one now. */
  isPriceChangeTold: boolean;
  createdAt: number;
  until: number;
  state: 'active' | 'canceled' | 'expired' | 'completed';
  /** The day on which the seller made it without an offer. */
  dayWithoutOffer: number | null;
  wrongCodes: number;
  pausedUntil: number;
};

/** Ends an offer. */
export function end(offer: ModelOffer, state: ModelOffer['state'], endReason: string | null = null): void {
  Object.assign(offer, { state, endReason });
}

export const sideOf = (by: Trader): Side => (by === 'seller' ? 'seller' : 'buyer');
export const isSender = ({ conversation, bySeller }: ModelOffer, by: Trader) =>
  bySeller ? by === 'seller' : by === conversation;
export const isReceiver = ({ conversation, bySeller }: ModelOffer, by: Trader) =>
  bySeller ? by === conversation : by === 'seller';
export const isOf = ({ conversation }: { conversation: Buyer }, by: Trader) =>
  by === 'seller' || by === conversation;
