import type { Accounts } from '#features/accounts/server/public.ts';
import type { BookHook, BookWorks } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { ComplaintSource } from './case-hooks.ts';

type ChangedBook = { id: string; sellerId: string };

/** What moderation does to accounts and listings. The callers publish `bookChanged` of the books that are returned. */
export type ModerationActions = {
  accounts: Pick<Accounts, 'deleteUser'>;
  bookHook: BookHook;
  works: BookWorks;
  pauseUser: (tx: Transaction, userId: string, until: Date, now: Date) => Promise<readonly ChangedBook[]>;
  resumeUser: (tx: Transaction, userId: string, now: Date) => Promise<readonly ChangedBook[]>;
  /** Shows the listings of an account that wait for their first review. */
  approveListings: (tx: Transaction, userId: string, now: Date) => Promise<readonly ChangedBook[]>;
};

/** Services of cases, measures and appeals. */
export type ModerationContext = Pick<
  ServerContext,
  'database' | 'clock' | 'events' | 'mailer' | 'jobs' | 'publicUrl' | 'localeOf' | 'secrets' | 'log'
> &
  ModerationActions & { sources: readonly ComplaintSource[] };
