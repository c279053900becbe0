/** What messages of type 'event' tell: lines that the product writes into a conversation. */

export const eventKinds = [
  'reserved',
  'reservation-canceled',
  'reservation-expired',
  'codes-paused',
  'handed-over',
  'reviews-published',
  'sold-to-buyer',
  'received',
  'not-received',
  'available-again',
  'meeting-in-an-hour',
  'meeting-soon',
] as const;
export type EventKind = (typeof eventKinds)[number];

export type MessageEvent = {
  kind: EventKind;
  /** Who has caused it, and is not notified; null: nobody of the two, and both are. */
  actorId: string | null;
  until?: string;
};

/** An event as it is stored with its message. */
export type StoredEvent = MessageEvent & {
  /** Each of the two receives it from the other one. */
  isForBoth: boolean;
  /** Shown to the seller alone. */
  declinedOffers?: { count: number; sellerId: string };
};
