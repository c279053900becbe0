import type { BookWorks } from '#features/books/server/public.ts';
import type { EnqueueContext } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { approveListings } from '../first-listings/approve-listings.ts';
import { endPauses, selectNextPauseEnd, selectOverPauses } from './end-pauses.ts';
import { pauseUser, resumeUser } from './pause-user.ts';

/** What measures and approvals do to an account. The callers publish `bookChanged` of the listings that are returned. */
export const createAccountActions = (
  context: Pick<ServerContext, 'events' | 'jobs'> & EnqueueContext & { works: BookWorks },
) => ({
  pauseUser: (tx: Transaction, userId: string, until: Date, now: Date) =>
    pauseUser(context, tx, userId, until, now),
  resumeUser: (tx: Transaction, userId: string, now: Date) => resumeUser(context, tx, userId, now),
  approveListings: (tx: Transaction, userId: string, now: Date) => approveListings(context, tx, userId, now),
});

/** The job that ends pauses. */
export const mountPauses = (context: ServerContext): Promise<void> =>
  context.jobs.schedule('end-pauses', '* * * * *', () => endPauses(context), {
    due: selectOverPauses,
    nextDue: selectNextPauseEnd,
  });
