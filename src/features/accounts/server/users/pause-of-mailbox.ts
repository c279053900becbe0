import { and, eq, gt, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { dayOf } from '../../budget-rules.ts';
import { unownedUsage } from '../budgets/table.ts';
import { users } from '../table.ts';

/** `mailbox`: a keyed hash. */
type Leaving = { userId: string; mailbox: string; now: Date };

const KIND = 'pause';
const ownerOf = (mailbox: string) => `paused ${mailbox}`;
const startOfDay = (day: string) => new Date(`${day}T00:00:00Z`).getTime();

/** Keeps a running pause for the next account of a verified mailbox, until its end: nobody deletes it with an account. */
export async function savePauseOfMailbox(tx: Transaction, { userId, mailbox, now }: Leaving): Promise<void> {
  const { pausedUntil } = users;
  const isPaused = and(eq(users.id, userId), gt(pausedUntil, now));
  const [paused] = await tx.select({ until: pausedUntil }).from(users).where(isPaused);
  if (paused?.until == null) return;
  const day = dayOf(paused.until);
  const amount = Math.ceil((paused.until.getTime() - startOfDay(day)) / 1000);
  await tx
    .insert(unownedUsage)
    .values({ owner: ownerOf(mailbox), day, kind: KIND, amount })
    .onConflictDoUpdate({
      target: [unownedUsage.owner, unownedUsage.day, unownedUsage.kind],
      set: { amount: sql`greatest(${unownedUsage.amount}, excluded.amount)` },
    });
}

/**
 * Begins the pause that a deleted account of the same verified mailbox had, or another one has, in an account that
 * enters it. Returns its end; null without one.
 */
export async function inheritPause(tx: Transaction, { userId, mailbox, now }: Leaving): Promise<Date | null> {
  const saved = await tx
    .select({ day: unownedUsage.day, amount: unownedUsage.amount })
    .from(unownedUsage)
    .where(and(eq(unownedUsage.owner, ownerOf(mailbox)), eq(unownedUsage.kind, KIND)));
  const [own] = await tx
    .select({ mailbox: users.mailbox, until: users.pausedUntil })
    .from(users)
    .where(eq(users.id, userId));
  const others = await tx
    .select({ until: users.pausedUntil })
    .from(users)
    .where(and(eq(users.mailbox, own!.mailbox), users.emailVerified, ne(users.id, userId)));
  const ends = [
    ...saved.map(({ day, amount }) => startOfDay(day) + amount * 1000),
    ...[own!, ...others].flatMap(({ until }) => (until === null ? [] : [until.getTime()])),
  ].filter((end) => end > now.getTime());
  if (ends.length === 0) return null;
  const until = new Date(Math.max(...ends));
  await tx.update(users).set({ pausedUntil: until }).where(eq(users.id, userId));
  return until;
}
