/**
 * A named sale waits for its buyer's response. A 'No' may be corrected; marking the listing as available
 * again withdraws the question.
 */
export const namedSaleTransitions = {
  waiting: ['confirmed', 'denied', 'withdrawn'],
  denied: ['confirmed', 'withdrawn'],
  confirmed: [],
  withdrawn: [],
} as const;
export type NamedSaleState = keyof typeof namedSaleTransitions;

export const canBecome = (from: NamedSaleState, to: NamedSaleState): boolean =>
  (namedSaleTransitions[from] as readonly NamedSaleState[]).includes(to);

/** How long a named buyer may respond. Silence leaves the sale unconfirmed. */
export const QUESTION_DAYS = 14;

/** Questions to one buyer about one listing, which is available again in between. */
export const MAX_QUESTIONS_PER_BUYER = 3;

/** Of the users who wrote about a listing, the newest are offered as its buyer. */
export const MAX_POSSIBLE_BUYERS = 50;

/** Listings of one request for what was agreed about them. */
export const MAX_BOOKS_OF_DEALS = 100;

/** Asks the buyer at the end of a semester, on Profile, by push and by email. */
export const resaleQuestionText = (title: string): string => `Done with ${title}? Sell it again.`;

/** Shown at once; answering one shows the next. */
export const MAX_QUESTIONS = 20;
