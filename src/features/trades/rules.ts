import type { ConditionDetails } from '#features/books/rules.ts';
import type { Message } from '#features/conversations/contract.ts';
import type { ChangedPart } from '#features/conversations/rules.ts';
import { toAsciiDigits } from '#platform/shared/letters/ascii-digits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { MarketPrices } from '#platform/shared/market/market.ts';
import { textToken, type TextToken } from '#platform/shared/texts/t.ts';
import { addDays, toInstant } from '#platform/shared/zoned-time.ts';

/**
 * The states of a trade, by its parts. An offer is pending until one participant acts, its time is over, or its
 * book is no longer available. A reservation is active until one participant cancels it, its time is over, or the
 * book is sold to its buyer. A sale to a named buyer waits for their response; a 'No' may be corrected, and marking
 * the listing as available again withdraws the question. 'reservation_active' is a state of another part, which
 * begins then.
 */
export const tradeTransitions = {
  offer: {
    pending: ['accepted', 'declined', 'withdrawn', 'expired', 'countered'],
    accepted: ['reservation_active'],
    declined: [],
    withdrawn: [],
    expired: [],
    countered: ['offer_pending'],
  },
  reservation: {
    active: ['canceled', 'expired', 'completed'],
    canceled: [],
    expired: [],
    completed: ['sale_waiting', 'sale_confirmed'],
  },
  sale: {
    waiting: ['confirmed', 'denied', 'withdrawn'],
    denied: ['confirmed', 'withdrawn'],
    confirmed: [],
    withdrawn: [],
  },
} as const;

export type OfferState = keyof typeof tradeTransitions.offer;
export type NamedSaleState = keyof typeof tradeTransitions.sale;

/** Why an offer ended without an action of the two; null: its time was over. */
export type OfferEndReason = 'reserved' | 'price-lowered' | 'not-listed';

/** What a listing said when it was reserved. Its title, author and ISBN cannot change meanwhile. */
export type AgreedListing = {
  /** The reservation has the price that the two agreed on. */
  askingPrice: number;
  condition: string;
  conditionDetails: ConditionDetails | null;
  /** Photo URLs. */
  images: string[];
  description: string | null;
};

/** Digests of the listing when an offer was made. */
export type OfferedListing = Partial<Record<ChangedPart, string>>;

type Transitions = typeof tradeTransitions;

export const canBecome = <Part extends keyof Transitions>(
  part: Part,
  from: keyof Transitions[Part],
  to: keyof Transitions[Part],
): boolean => (tradeTransitions[part][from] as readonly unknown[]).includes(to);

/** Throws for a part that has ended: its row was read before its book was locked. */
export function throwIfCannotBecome<Part extends keyof Transitions>(
  part: Part,
  from: keyof Transitions[Part],
  to: keyof Transitions[Part],
): void {
  if (!canBecome(part, from, to)) throw new Error(`${part}: ${String(from)} cannot become ${String(to)}`);
}

/** How long an offer waits for a response. */
export const OFFER_HOURS = 48;
export const OFFER_LIFETIME_MS = OFFER_HOURS * HOUR_MS;

/** How long a reservation lasts, at most until the listing ends. A meeting may extend it (`meetings/rules.ts`). */
export const RESERVATION_DAYS = 3;
export const RESERVATION_MS = RESERVATION_DAYS * DAY_MS;

/** The most offers of a user for one book in a day; counter-offers are offers. */
export const MAX_OFFERS_PER_DAY = 5;

/** The most reservations without an offer in one conversation in a day (UTC): each notifies the buyer. */
export const MAX_RESERVATIONS_PER_DAY = 3;

type Limits = Pick<MarketPrices, 'smallestOffer'>;

/** There is nothing to negotiate about a book that costs no more than the lowest offer. */
export const takesOffers = (price: number, { smallestOffer }: Limits): boolean => price > smallestOffer;

export const isOfferAmount = (amount: number, price: number, limits: Limits): boolean =>
  takesOffers(price, limits) && amount >= limits.smallestOffer && amount <= price;

/**
 * What the field of an offer begins with: what copies cost, where that is less and can be offered. Null if it
 * is not known.
 */
export const firstOfferAmount = (
  price: number,
  median: number | undefined,
  { smallestOffer }: Limits,
): number | null => (median === undefined ? null : Math.min(price, Math.max(median, smallestOffer)));

/** What begins for a listing now ends at the latest with the listing. */
export const endWithin = (durationMs: number, listingEnd: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + durationMs, listingEnd.getTime()));

/** How long a named buyer may respond. Silence leaves the sale unconfirmed. */
export const SALE_QUESTION_DAYS = 14;

/** Questions to one buyer about one listing, which is available again in between. */
export const MAX_QUESTIONS_PER_BUYER = 3;

/** The most users who wrote about a listing that are offered as its buyer, newest first. */
export const MAX_POSSIBLE_BUYERS = 50;

/** Listings of one request for what was agreed about them. */
export const MAX_BOOKS_OF_TRADES = 100;

/** Shown at once; answering one shows the next. */
export const MAX_SHOWN_QUESTIONS = 20;

export const HANDOVER_CODE = /^\d{6}$/;
const CODES = 1_000_000;

/** The number of wrong codes after which no code is accepted for a while. */
export const MAX_WRONG_CODES = 5;
export const CODE_PAUSE_MINUTES = 15;
export const CODE_PAUSE_MS = CODE_PAUSE_MINUTES * MINUTE_MS;

/** Six digits from a keyed hash: 48 bits, so that no code is likelier than another. */
export const toHandoverCode = (hash: Uint8Array): string => {
  const number = hash.subarray(0, 6).reduce((value, byte) => value * 256 + byte, 0);
  return String(number % CODES).padStart(6, '0');
};

/** The wrong codes of a reservation. */
export type WrongCodes = { count: number; pausedUntil: Date | null };

export const isPaused = ({ pausedUntil }: WrongCodes, now: Date): boolean =>
  pausedUntil !== null && pausedUntil > now;

/** Counts one more wrong code. A pause that has ended resets the count. */
export function countWrongCode({ count, pausedUntil }: WrongCodes, now: Date): WrongCodes {
  const next = (pausedUntil === null ? count : 0) + 1;
  return {
    count: next,
    pausedUntil: next < MAX_WRONG_CODES ? null : new Date(now.getTime() + CODE_PAUSE_MS),
  };
}

/** What the field accepts: digits may be typed in groups. */
export const readTypedCode = (text: string): string => toAsciiDigits(text).replace(/\D/g, '');

/**
 * When prices of confirmed sales count. The agreed price is known to seller and buyer alone, so that no
 * difference between two price guidances may tell it: prices begin to count in groups of this many sellers
 * and as many buyers, and each group stops as a whole.
 */
export const SALE_GROUP_SELLERS = 5;

/** The time in which profiles count one sale between the same two users. */
export const SALE_COUNTS_AGAIN_MS = 365 * DAY_MS;

/** A sale is older than this when its price no longer counts. */
export const SALE_MAX_AGE_MS = 365 * DAY_MS;

/** The hashed mailboxes of a sale stay until neither rule compares them. */
export const MAILBOX_TTL_MS = Math.max(SALE_COUNTS_AGAIN_MS, SALE_MAX_AGE_MS);

/** How long before the end of a semester its buyers get the question, and how long after it they see it. */
const DAYS_BEFORE_END = 14;
export const DAYS_AFTER_END = 14;

/** A semester without an earlier one is this long. */
const FIRST_SEMESTER_DAYS = 183;

/** A semester's `end`, and the range of purchases that get the question. */
export type AskedSemester = { end: string; from: Date; to: Date };

/**
 * The semester whose question is due: from two weeks before its last day to that day. It is about purchases
 * since the question of the semester before: a book that is bought in the last two weeks is for the next one.
 */
export function findAskedSemester(
  ends: readonly string[],
  now: Date,
  timeZone: string,
): AskedSemester | undefined {
  const startOf = (day: string) => toInstant(Date.parse(`${day}T00:00:00Z`), timeZone);
  return ends
    .toSorted()
    .map((end, index, sorted): AskedSemester => {
      const to = startOf(addDays(end, -DAYS_BEFORE_END));
      const before = sorted[index - 1];
      const from =
        before === undefined
          ? new Date(to.getTime() - FIRST_SEMESTER_DAYS * DAY_MS)
          : startOf(addDays(before, -DAYS_BEFORE_END));
      return { end, from, to };
    })
    .find(({ end, to }) => to <= now && now < startOf(addDays(end, 1)));
}

const ENDED_OFFERS = {
  accepted: textToken('trades.state.accepted'),
  declined: textToken('trades.state.declined'),
  withdrawn: textToken('trades.state.withdrawn'),
  countered: textToken('trades.state.countered'),
};

/** The state of an offer on its card. */
export function describeOfferState(
  { state, endReason, expiresAt }: NonNullable<Message['offer']>,
  now: Date,
): TextToken {
  const hoursLeft = Math.ceil((new Date(expiresAt).getTime() - now.getTime()) / HOUR_MS);
  // The page's time may be a minute old.
  if (state === 'pending' && hoursLeft > 0)
    return textToken('trades.state.hours-left', { hours: Math.min(hoursLeft, OFFER_HOURS) });
  if (endReason === 'reserved') return textToken('trades.state.reserved');
  if (endReason === 'price-lowered') return textToken('trades.state.price-lowered');
  if (endReason === 'not-listed') return textToken('trades.state.not-listed');
  return state === 'pending' || state === 'expired'
    ? textToken('trades.state.expired', { hours: OFFER_HOURS })
    : ENDED_OFFERS[state];
}
