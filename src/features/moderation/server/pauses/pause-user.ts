import { and, eq, gt, inArray, lte, max } from 'drizzle-orm';
import { findAccountsOfPerson, pauseChanged, userChanged } from '#features/accounts/server/public.ts';
import { setPause } from '#features/accounts/server/users/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { pauseSeller, showListingsOf } from '#features/books/server/hidden/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { measures } from '../table.ts';

export type PauseContext = Pick<ServerContext, 'events'> & { jobs: Pick<ServerContext['jobs'], 'enqueue'> };

export type ChangedBook = { id: string; sellerId: string };

/**
 * Pauses a user with all accounts that have verified their mailbox: they may read, and write in reserved trades only.
 * Their listings without a reservation are hidden meanwhile. An account that is paused for longer stays so. Returns
 * those that nobody sees from now on: the caller publishes `bookChanged` of each.
 */
export async function pauseUser(
  { events }: Pick<PauseContext, 'events'>,
  tx: Transaction,
  userId: string,
  until: Date,
  now: Date,
): Promise<ChangedBook[]> {
  const hidden: ChangedBook[] = [];
  for (const id of await findAccountsOfPerson(tx, userId)) {
    const [account] = await tx.select({ until: users.pausedUntil }).from(users).where(eq(users.id, id));
    const end = account?.until != null && account.until > until ? account.until : until;
    hidden.push(...(await pauseSeller(tx, id, end, now)));
    publishPause(events, id);
  }
  return hidden;
}

/**
 * Ends a pause, and that of the other accounts of the mailbox that lasts no longer; unless another measure goes on
 * with it. Returns the listings that others see again: the caller publishes `bookChanged` of each.
 */
export async function resumeUser(
  { events, jobs }: PauseContext,
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<ChangedBook[]> {
  const [user] = await tx.select({ until: users.pausedUntil }).from(users).where(eq(users.id, userId));
  const accounts = await findAccountsOfPerson(tx, userId);
  const runs = and(eq(measures.kind, 'pause'), eq(measures.state, 'active'), gt(measures.endsAt, now));
  const [other] = await tx
    .select({ until: max(measures.endsAt) })
    .from(measures)
    .where(and(inArray(measures.userId, accounts), runs));
  const until = other?.until ?? null;
  const shown: ChangedBook[] = [];
  for (const id of await findPausedUntil(tx, accounts, user?.until ?? now)) {
    if (until === null) shown.push(...(await showListingsOf(tx, id, 'pause', now, jobs)));
    await setPause(tx, id, until);
    publishPause(events, id);
  }
  return shown;
}

async function findPausedUntil(tx: Transaction, ids: readonly string[], until: Date): Promise<string[]> {
  const isOf = and(inArray(users.id, [...ids]), lte(users.pausedUntil, until));
  const found = await tx.select({ id: users.id }).from(users).where(isOf).orderBy(users.id);
  return found.map(({ id }) => id);
}

function publishPause(events: PauseContext['events'], userId: string): void {
  events.publish(userChanged, { userId });
  events.publish(pauseChanged, { userId });
}
