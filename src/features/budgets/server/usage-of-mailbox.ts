import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { dayOf } from '../rules.ts';
import { dailyUsage, unownedUsage } from './table.ts';

/** `mailbox`: a keyed hash. `isVerified`: the account has verified that it is its own. */
type AccountOfMailbox = { userId: string; mailbox: string; isVerified: boolean; now: Date };

/** Of accounts that have not verified the mailbox: perhaps of strangers. */
const unverifiedOwner = (mailbox: string) => `unverified ${mailbox}`;

/**
 * Saves what an account has used today, in the transaction that deletes it or gives it another mailbox: a new
 * account of the mailbox gets nothing back. Of several accounts of a mailbox the largest amount stays: each
 * has begun with what the ones before it had used.
 */
export async function saveUsageOfMailbox(
  tx: Transaction,
  { userId, mailbox, isVerified, now }: AccountOfMailbox,
): Promise<void> {
  const owner = isVerified ? mailbox : unverifiedOwner(mailbox);
  await tx.execute(sql`INSERT INTO ${unownedUsage} AS present (owner, day, kind, amount)
    SELECT ${owner}, day, kind, amount FROM ${dailyUsage} WHERE user_id = ${userId} AND day = ${dayOf(now)}
    ON CONFLICT (owner, day, kind) DO UPDATE SET amount = greatest(present.amount, excluded.amount)`);
}

/**
 * A new account, or one that verifies its email, goes on with what deleted ones of its mailbox have used
 * today. A verified one only with what verified ones have used: strangers who sign up with spellings of an
 * address take nothing from its owner.
 */
export async function inheritUsage(
  tx: Transaction,
  { userId, mailbox, isVerified, now }: AccountOfMailbox,
): Promise<void> {
  const owners = isVerified ? [mailbox] : [mailbox, unverifiedOwner(mailbox)];
  await tx.execute(sql`INSERT INTO ${dailyUsage} AS own (user_id, day, kind, amount)
    SELECT ${userId}, day, kind, max(amount) FROM ${unownedUsage}
    WHERE owner = ANY(${sql.param(owners)}::text[]) AND day = ${dayOf(now)} GROUP BY day, kind
    ON CONFLICT (user_id, day, kind) DO UPDATE SET amount = greatest(own.amount, excluded.amount)`);
}
