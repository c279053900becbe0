import { and, eq, sql, type SQL } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { commonProblem, type HttpProblem } from '#platform/shared/problem.ts';
import type { RateLimit } from '#platform/shared/rate-limit.ts';
import { budgetExceeded } from '../../contract.ts';
import {
  type BudgetKind,
  dailyBudgets,
  dayOf,
  type LimitedBudget,
  type LimitedUse,
  remainingShare,
  secondsToNextDay,
  sharedUnverifiedBudgets,
  unverifiedBudget,
} from '../../budget-rules.ts';
import { users } from '../table.ts';
import { dailyUsage, UNVERIFIED_ACCOUNTS, unownedUsage } from './table.ts';

type Orm = Database['orm'] | Transaction;
type Spending = { userId: string; kind: BudgetKind; now: Date };

/**
 * Counts a write, in its transaction. Racing writes of a user wait for each other, so the book of a write is locked
 * first. Throws 'daily-limit-reached'.
 */
export async function spendBudget(
  tx: Transaction,
  { userId, kind, now }: Spending & { kind: LimitedBudget },
): Promise<void> {
  const amount = await recordUsage(tx, { userId, kind, now }, 1);
  // Hardly anyone comes this far: the others cost no second statement.
  if (amount > unverifiedBudget(kind) && (amount > dailyBudgets[kind] || !(await isVerified(tx, userId))))
    throw budgetExceeded(kind, now);
}

/** Counts without a limit. Returns the amount of the day. */
export async function recordUsage(
  tx: Transaction,
  { userId, kind, now }: Omit<Spending, 'kind'> & { kind: BudgetKind | LimitedUse },
  amount: number,
): Promise<number> {
  if (kind in sharedUnverifiedBudgets) await recordSharedUsage(tx, { userId, kind, now }, amount);
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

/** Counts a use in its transaction, and returns its number of the day. Throws `exceeded` beyond `max`. */
export async function spendUse(
  tx: Transaction,
  { max, ...use }: { userId: string; kind: LimitedUse; max: number; now: Date },
  exceeded: (options: { retryAfter: number }) => HttpProblem,
): Promise<number> {
  const number = await recordUsage(tx, use, 1);
  if (number > max) throw exceeded({ retryAfter: secondsToNextDay(use.now) });
  return number;
}

/**
 * Counts one point of a rate limit in its transaction, over all processes. Throws `exceeded` with the seconds until
 * the next point is due.
 */
export async function spendPace(
  tx: Transaction,
  { userId, limit, now }: { userId: string; limit: RateLimit; now: Date },
  exceeded = (options: { retryAfter: number }) => commonProblem('too-many-requests', options),
): Promise<void> {
  const second = Math.floor((now.getTime() % DAY_MS) / 1000);
  const duration = limit.durationMs / 1000;
  const { rows } = await tx.execute<{ amount: number }>(sql`INSERT INTO ${dailyUsage} AS used
      (user_id, day, kind, amount)
    VALUES (${userId}, ${dayOf(now)}, ${`pace ${limit.name}`}, ${second + duration / limit.points})
    ON CONFLICT (user_id, day, kind) DO UPDATE SET amount = excluded.amount + greatest(0, used.amount - ${second})
    RETURNING amount`);
  const wait = rows[0]!.amount - second - duration;
  if (wait > 0) throw exceeded({ retryAfter: wait });
}

/** Records usage in a row without a user, which stays when the account is deleted. */
async function recordSharedUsage(
  tx: Transaction,
  { userId, kind, now }: { userId: string; kind: string; now: Date },
  amount: number,
): Promise<void> {
  if (await isVerified(tx, userId)) return;
  await tx
    .insert(unownedUsage)
    .values({ owner: UNVERIFIED_ACCOUNTS, day: dayOf(now), kind, amount })
    .onConflictDoUpdate({
      target: [unownedUsage.owner, unownedUsage.day, unownedUsage.kind],
      set: { amount: sql`${unownedUsage.amount} + excluded.amount` },
    });
}

async function isVerified(orm: Orm, userId: string): Promise<boolean> {
  const verified = await orm.execute(sql`SELECT FROM users WHERE id = ${userId} AND email_verified`);
  return verified.rowCount === 1;
}

/** What the user may still write on this day. */
export async function remainingBudget(orm: Orm, { userId, kind, now }: Spending): Promise<number> {
  const day = dayOf(now);
  const isOwn = and(eq(dailyUsage.userId, userId), eq(dailyUsage.day, day), eq(dailyUsage.kind, kind));
  const [own] = await orm.select({ amount: dailyUsage.amount }).from(dailyUsage).where(isOwn);
  const used = own?.amount ?? 0;
  if (await isVerified(orm, userId)) return Math.max(0, dailyBudgets[kind] - used);
  const left = unverifiedBudget(kind) - used;
  const shared = sharedUnverifiedBudgets[kind];
  if (shared === undefined || left <= 0) return Math.max(0, left);
  return Math.min(left, remainingShare(shared, await readSharedUsage(orm, { userId, kind, day })));
}

/** Racing writes may each use the rest. Verified accounts of the mailbox share nothing. */
async function readSharedUsage(
  orm: Orm,
  { userId, kind, day }: { userId: string; kind: BudgetKind; day: string },
): Promise<{ byMailbox: number; byAll: number }> {
  const { rows } = await orm.execute<{ byMailbox: number; byAll: number }>(sql`SELECT
    (SELECT coalesce(sum(d.amount), 0)::int FROM users me
      JOIN users u ON u.mailbox = me.mailbox AND NOT u.email_verified
      JOIN ${dailyUsage} d ON d.user_id = u.id AND d.day = ${day} AND d.kind = ${kind}
      WHERE me.id = ${userId}) AS "byMailbox",
    (SELECT coalesce(sum(amount), 0)::int FROM ${unownedUsage}
      WHERE owner = ${UNVERIFIED_ACCOUNTS} AND day = ${day} AND kind = ${kind}) AS "byAll"`);
  return rows[0]!;
}

/** Locks the user, so that racing checks are counted. Throws 'daily-limit-reached' and 'invalid-token'. */
export async function checkBudget(
  tx: Transaction,
  { userId, kind, now }: Spending & { kind: LimitedBudget },
): Promise<void> {
  const user = await tx.execute(sql`SELECT FROM ${users} WHERE id = ${userId} FOR NO KEY UPDATE`);
  if (user.rowCount !== 1) throw commonProblem('invalid-token');
  if ((await remainingBudget(tx, { userId, kind, now })) === 0) throw budgetExceeded(kind, now);
}

/**
 * The same as parts of a larger statement: whether the budget is used up, and the write that counts one for each
 * row of `source`, by its `user_id`.
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
