import { pauseChanged, setPause, userChanged } from '#features/accounts/server/public.ts';
import { pauseSeller, showListingsOf } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';

export type PauseContext = Pick<ServerContext, 'events'> & { jobs: Pick<ServerContext['jobs'], 'enqueue'> };

export type ChangedBook = { id: string; sellerId: string };

/**
 * Pauses a user: they may read, and write in reserved trades only. Their listings without a reservation are hidden
 * meanwhile. Returns those that nobody sees from now on: the caller publishes `bookChanged` of each.
 */
export async function pauseUser(
  { events }: Pick<PauseContext, 'events'>,
  tx: Transaction,
  userId: string,
  until: Date,
  now: Date,
): Promise<ChangedBook[]> {
  const hidden = await pauseSeller(tx, userId, until, now);
  publishPause(events, userId);
  return hidden;
}

/** Ends a pause. Returns the listings that others see again: the caller publishes `bookChanged` of each. */
export async function resumeUser(
  { events, jobs }: PauseContext,
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<ChangedBook[]> {
  const shown = await showListingsOf(tx, userId, 'pause', now, jobs);
  await setPause(tx, userId, null);
  publishPause(events, userId);
  return shown;
}

function publishPause(events: PauseContext['events'], userId: string): void {
  events.publish(userChanged, { userId });
  events.publish(pauseChanged, { userId });
}
