/** What messages of type 'event' tell: lines that the product writes into a conversation. */

export const eventKinds = [
  'reserved',
  'reservation-canceled',
  'reservation-expired',
  'changed-since-offered',
  'changed-since-reserved',
  'codes-paused',
  'handed-over',
  'reviews-published',
  'sold-to-buyer',
  'received',
  'not-received',
  'available-again',
  'meeting-in-an-hour',
  'meeting-soon',
  'did-you-meet',
  'said-missed',
  'said-both-missed',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** What a buyer has agreed to besides the identity of the book, in the order in which changes are named. */
export const agreedParts = ['price', 'condition', 'photos', 'description'] as const;
export type AgreedPart = (typeof agreedParts)[number];

/** What may change between an offer and its acceptance. 'title': of the book, its author or ISBN, too. */
export const changedParts = ['title', ...agreedParts] as const;
export type ChangedPart = (typeof changedParts)[number];

/** It has no text: what users write gets no place in the product's own lines, which no warning checks. */
export type MessageEvent = {
  kind: EventKind;
  /** The user who caused it and is not notified; null if neither did, and both are notified. */
  actorId: string | null;
  until?: string;
  /** The price of an accepted offer. */
  acceptedPrice?: number;
  changes?: readonly ChangedPart[];
};

/** An event as it is stored with its message. */
export type StoredEvent = MessageEvent & {
  /** Each participant receives it from the other participant. */
  isForBoth: boolean;
  /** Shown to the seller alone. */
  declinedOffers?: { count: number; sellerId: string };
};
