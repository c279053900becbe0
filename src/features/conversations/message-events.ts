/** What messages of type 'event' tell: lines that the product writes into a conversation. */
import { formatMoney } from '#platform/shared/money.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';

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

const texts: Record<EventKind, string | ((event: MessageEvent, locale: Locale) => string)> = {
  reserved: ({ acceptedPrice }, locale) =>
    acceptedPrice === undefined
      ? 'Reserved the book'
      : `Accepted the offer of ${formatMoney(acceptedPrice, locale)}`,
  'reservation-canceled': 'Canceled the reservation',
  'reservation-expired': 'The reservation is over.',
  'changed-since-offered': ({ changes = [] }) => `Changed since offered: ${changes.join(', ')}`,
  'changed-since-reserved': ({ changes = [] }) => `Changed since reserved: ${changes.join(', ')}`,
  'codes-paused': 'Five wrong codes were typed. Confirming is paused for 15 minutes.',
  'handed-over': 'Handover confirmed',
  'reviews-published': ({ actorId }) => (actorId === null ? 'You have a new review' : 'New review'),
  'sold-to-buyer': 'Did you get the book?',
  received: 'Confirmed the sale',
  'not-received': 'The buyer says that they did not get it.',
  'available-again': 'Marked the book as available again',
  'meeting-in-an-hour': 'Reminder: you meet in an hour.',
  'meeting-soon': 'Reminder: you meet soon.',
};

/** The message's content, true from both sides: for lists, pushes and clients that know no events. */
export function describeEvent(event: MessageEvent, locale: Locale): string {
  const text = texts[event.kind];
  return typeof text === 'string' ? text : text(event, locale);
}
