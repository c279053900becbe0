import { type TextToken, textToken } from '#platform/shared/texts/t.ts';
/**
 * What one account may write on one day (UTC): far more than a user does by hand. An account without a
 * verified email has a quarter of it (but of a few all): a script creates any number of those. What a deleted
 * account has used counts for a new one of its mailbox. No I/O.
 */
export const dailyBudgets = {
  listings: 100,
  /** Changed, deleted and restored listings; reservations made and canceled; reviews and replies to them. */
  edits: 500,
  messages: 2_000,
  conversations: 100,
  /** Buyers named for sold listings: each gets a question. */
  namedSales: 20,
  /** Enough for a bad day, too few to flood the queue. */
  reports: 20,
  /** Changes of the name, the university and the profile image. Each invalidates cached pages. */
  profileEdits: 40,
  /** Bytes of photos as they are stored. */
  photoBytes: 250 * 1024 * 1024,
  /** New words to which the search corrects misspelt ones. Further ones are not learned that day. */
  searchWords: 1_000,
  /** Views of other users' listings that count, of a mailbox: a token bucket in the memory of each process. */
  views: 5_000,
} as const;

export type BudgetKind = keyof typeof dailyBudgets;

/** Uses of one listing or conversation on one day (UTC). The amounts are in the features. */
export type LimitedUse = `${'offers' | 'reservations' | 'meetings'} ${string}`;

/** A rate over all processes, by the name of its limit. */
export type Pace = `pace ${string}`;

const UNVERIFIED_SHARE = 1 / 4;

/** So small that a quarter would hinder a user. */
const wholeWithoutVerification: ReadonlySet<BudgetKind> = new Set(['conversations', 'namedSales', 'reports']);

export const unverifiedBudget = (kind: BudgetKind): number =>
  wholeWithoutVerification.has(kind) ? dailyBudgets[kind] : Math.floor(dailyBudgets[kind] * UNVERIFIED_SHARE);

/**
 * What all unverified accounts together may use in a day, of budgets worth many accounts. The nightly count learns
 * what is left out.
 */
export const sharedUnverifiedBudgets: Partial<Record<BudgetKind, number>> = { searchWords: 2_000 };

/** The part that one mailbox may use of what others have left of a shared budget. */
const SHARE_OF_MAILBOX = 1 / 8;

/** What a mailbox may still use of a shared budget. `used`: by its accounts together, and by all mailboxes. */
export const remainingShare = (budget: number, used: { byMailbox: number; byAll: number }): number => {
  const left = budget - Math.max(0, used.byAll - used.byMailbox);
  return Math.max(0, Math.ceil(left * SHARE_OF_MAILBOX) - used.byMailbox);
};

/** The budgets that a request can exceed, with what its user is told. */
export const budgetTexts = {
  listings: textToken('accounts.problem.daily-limit-reached.listings'),
  edits: textToken('accounts.problem.daily-limit-reached.edits'),
  messages: textToken('accounts.problem.daily-limit-reached.messages'),
  conversations: textToken('accounts.problem.daily-limit-reached.conversations'),
  namedSales: textToken('accounts.problem.daily-limit-reached.named-sales', { max: dailyBudgets.namedSales }),
  reports: textToken('accounts.problem.daily-limit-reached.reports'),
  profileEdits: textToken('accounts.problem.daily-limit-reached.profile-edits'),
  photoBytes: textToken('accounts.problem.daily-limit-reached.photo-bytes'),
} satisfies Partial<Record<BudgetKind, TextToken>>;

export type LimitedBudget = keyof typeof budgetTexts;

/** The day that an amount counts for, and the seconds until the next one. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);
export const secondsToNextDay = (now: Date): number => {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return Math.ceil((next - now.getTime()) / 1000);
};
