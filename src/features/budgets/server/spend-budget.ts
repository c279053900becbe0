import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { budgetExceeded } from '../contract.ts';
import {
  type BudgetKind,
  dailyBudgets,
  dayOf,
  type LimitedBudget,
  sharedUnverifiedBudgets,
  unverifiedBudget,
} from '../rules.ts';
import { dailyUsage } from './table.ts';

type Spending = { userId: string; kind: BudgetKind; now: Date };

/**
 * Counts a write, in its transaction: what is rolled back is not spent. Racing writes of one user wait for
 * each other, so the book of a write is locked before this. Throws 'daily-limit-reached'.
 */
export async function spendBudget(
  tx: Transaction,
  { userId, kind, now }: Spending & { kind: LimitedBudget },
): Promise<void> {
  const amount = await recordUsage(tx, { userId, kind, now }, 1);
  // Hardly anyone comes this far: the others cost no second statement.
  if (amount > unverifiedBudget(kind) && amount > (await budgetOf(tx, userId, kind)))
    throw budgetExceeded(kind, now);
}

/** Counts without a limit. Returns the amount of the day. */
export async function recordUsage(
  tx: Transaction,
  { userId, kind, now }: Spending,
  amount: number,
): Promise<number> {
  const [row] = await tx
    .insert(dailyUsage)
    .values({ userId, day: dayOf(now), kind, amount })
    .onConflictDoUpdate({
      target: [dailyUsage.userId, dailyUsage.day, dailyUsage.kind],
      set: { amount: sql`${dailyUsage.amount} + excluded.amount` },
    })
    .returning({ amount: dailyUsage.amount });
  return row!.amount;
}

async function budgetOf(
  orm: Database['orm'] | Transaction,
  userId: string,
  kind: BudgetKind,
): Promise<number> {
  return (await isVerified(orm, userId)) ? dailyBudgets[kind] : unverifiedBudget(kind);
}

async function isVerified(orm: Database['orm'] | Transaction, userId: string): Promise<boolean> {
  const verified = await orm.execute(sql`SELECT FROM users WHERE id = ${userId} AND email_verified`);
  return verified.rowCount === 1;
}

/** What the user may still write on this day. */
export async function remainingBudget(
  orm: Database['orm'] | Transaction,
  { userId, kind, now }: Spending,
): Promise<number> {
  const used = await usageOf(orm, sql`user_id = ${userId}`, { kind, now });
  if (await isVerified(orm, userId)) return Math.max(0, dailyBudgets[kind] - used);
  const own = unverifiedBudget(kind) - used;
  const shared = sharedUnverifiedBudgets[kind];
  if (shared === undefined || own <= 0) return Math.max(0, own);
  // Racing writes may each use the rest.
  const usedByAll = await usageOf(orm, sql`user_id IN (SELECT id FROM users WHERE NOT email_verified)`, {
    kind,
    now,
  });
  return Math.max(0, Math.min(own, shared - usedByAll));
}

async function usageOf(
  orm: Database['orm'] | Transaction,
  users: SQL,
  { kind, now }: Pick<Spending, 'kind' | 'now'>,
): Promise<number> {
  const [row] = await orm
    .select({ amount: sql<number>`coalesce(sum(${dailyUsage.amount}), 0)::int` })
    .from(dailyUsage)
    .where(and(users, eq(dailyUsage.day, dayOf(now)), eq(dailyUsage.kind, kind)));
  return row!.amount;
}

/** Throws 'daily-limit-reached' if nothing is left of the day. */
export async function checkBudget(
  orm: Database['orm'] | Transaction,
  { userId, kind, now }: Spending & { kind: LimitedBudget },
): Promise<void> {
  if ((await remainingBudget(orm, { userId, kind, now })) === 0) throw budgetExceeded(kind, now);
}

/**
 * The same as parts of one larger statement: whether the budget is used up, and the write that counts one for
 * each row of `source`, which has the column `user_id`.
 */
export const budgetParts = (kind: LimitedBudget, { userId, day }: { userId: SQL; day: SQL }) => ({
  isUsedUp: sql`coalesce((SELECT amount >= ${sql.raw(String(dailyBudgets[kind]))}
      OR (amount >= ${sql.raw(String(unverifiedBudget(kind)))}
        AND NOT (SELECT email_verified FROM users WHERE id = ${userId}))
    FROM ${dailyUsage} WHERE user_id = ${userId} AND day = ${day} AND kind = ${sql.raw(`'${kind}'`)}), false)`,
  countFrom: (source: SQL) => sql`INSERT INTO ${dailyUsage} AS usage (user_id, day, kind, amount)
    SELECT user_id, ${day}, ${sql.raw(`'${kind}'`)}, count(*)::int FROM ${source} GROUP BY user_id
    ON CONFLICT (user_id, day, kind) DO UPDATE SET amount = usage.amount + excluded.amount`,
});
