import type { FirstListingHook } from '#features/books/server/public.ts';
import type { EnqueueContext } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { approveListings } from '../first-listings/approve-listings.ts';
import {
  askAboutNext,
  selectNextUnasked,
  selectNextWaiting,
  selectUnasked,
  selectWaiting,
  showAllWaiting,
} from '../first-listings/keep-first-listings.ts';
import { endPauses, selectNextPauseEnd, selectOverPauses } from './end-pauses.ts';
import { pauseUser, resumeUser } from './pause-user.ts';

/** What measures and approvals do to an account. The callers publish `bookChanged` of the listings that are returned. */
export const createAccountActions = (context: Pick<ServerContext, 'events' | 'jobs'> & EnqueueContext) => ({
  pauseUser: (tx: Transaction, userId: string, until: Date, now: Date) =>
    pauseUser(context, tx, userId, until, now),
  resumeUser: (tx: Transaction, userId: string, now: Date) => resumeUser(context, tx, userId, now),
  approveListings: (tx: Transaction, userId: string, now: Date) => approveListings(context, tx, userId, now),
});

/** The jobs that end pauses, and that follow the setting of first listings. `ask`: null while it is off. */
export async function mountPauses(context: ServerContext, ask: FirstListingHook | null): Promise<void> {
  const { jobs } = context;
  await jobs.schedule('end-pauses', '* * * * *', () => endPauses(context), {
    due: selectOverPauses,
    nextDue: selectNextPauseEnd,
  });
  await jobs.schedule(
    'keep-first-listings',
    '* * * * *',
    () => (ask === null ? showAllWaiting(context) : askAboutNext(context, ask)),
    ask === null
      ? { due: selectWaiting, nextDue: selectNextWaiting }
      : { due: selectUnasked, nextDue: selectNextUnasked },
  );
}
