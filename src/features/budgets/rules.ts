/**
 * What one account may write on one day (UTC): far more than a user does by hand. An account without a
 * verified email has a quarter of it (but all views): a script creates any number of those. No I/O.
 */
export const dailyBudgets = {
  listings: 100,
  /** Changed, deleted and restored listings; reservations made and canceled; reviews and replies to them. */
  edits: 500,
  messages: 2_000,
  /** Changes of the name, the university and the profile image. Each invalidates cached pages. */
  profileEdits: 40,
  /** Bytes of photos as they are stored. */
  photoBytes: 250 * 1024 * 1024,
  /** New words to which the search corrects misspelt ones. Further ones are not learned that day. */
  searchWords: 1_000,
  /**
   * Views of other users' listings that are counted: not of a day, but a token bucket in the memory of each
   * process, which is full again after 24 hours.
   */
  views: 5_000,
} as const;

export type BudgetKind = keyof typeof dailyBudgets;

const UNVERIFIED_SHARE = 1 / 4;

export const unverifiedBudget = (kind: BudgetKind): number =>
  Math.floor(dailyBudgets[kind] * UNVERIFIED_SHARE);

/**
 * What all accounts without a verified email together may use in one day, of the budgets that are worth the
 * creation of many accounts. What is left out is no error: the nightly count learns further words.
 */
export const sharedUnverifiedBudgets: Partial<Record<BudgetKind, number>> = { searchWords: 2_000 };

/** The budgets that a request can exceed, with what its user is told. */
export const budgetDetails = {
  listings: "You've reached today's limit for new listings. Please try again tomorrow.",
  edits: "You've reached today's limit for edits. Please try again tomorrow.",
  messages: "You've reached today's limit for messages. Please try again tomorrow.",
  profileEdits: "You've reached today's limit for changes to your profile. Please try again tomorrow.",
  photoBytes: "You've reached today's limit for photos. Please try again tomorrow.",
} satisfies Partial<Record<BudgetKind, string>>;

export type LimitedBudget = keyof typeof budgetDetails;

/** The day that an amount counts for, and the seconds until the next one. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
export const secondsToNextDay = (now: Date): number => {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.ceil((next - now.getTime()) / 1000);
};
