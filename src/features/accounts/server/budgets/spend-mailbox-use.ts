import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { dayOf } from '../../budget-rules.ts';
import { unownedUsage } from './table.ts';

/**
 * Counts a use of a mailbox that may have no account, in its transaction and over all processes. `owner`: a keyed hash
 * of the mailbox. Returns whether it is one of the first `max` of the day (UTC).
 */
export async function spendMailboxUse(
  tx: Transaction,
  { owner, kind, max, now }: { owner: string; kind: string; max: number; now: Date },
): Promise<boolean> {
  const [row] = await tx
    .insert(unownedUsage)
    .values({ owner, day: dayOf(now), kind, amount: 1 })
    .onConflictDoUpdate({
      target: [unownedUsage.owner, unownedUsage.day, unownedUsage.kind],
      set: { amount: sql`${unownedUsage.amount} + 1` },
    })
    .returning({ amount: unownedUsage.amount });
  return row!.amount <= max;
}
