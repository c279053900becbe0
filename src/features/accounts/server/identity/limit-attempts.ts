import { inArray, sql } from 'drizzle-orm';
import { commonProblem } from '#platform/shared/problem.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { identityAttempts } from './table.ts';

/** `limit` attempts in a window of so many milliseconds, for whoever `who` is. */
export type AttemptLimit = { of: 'sign-in' | 'sign-up'; who: string; limit: number; window: number };

const minute = 60_000;

/**
 * A campus is one address behind a NAT: what an address may do is meant for robots, what may be done to an account for guessers.
 * Both count every attempt before its password is looked at; a successful one is given back.
 */
export const attemptLimits = {
  signIn: (email: string, address: string): AttemptLimit[] => [
    { of: 'sign-in', who: `account ${email}`, limit: 10, window: 15 * minute },
    { of: 'sign-in', who: `address ${address}`, limit: 300, window: 15 * minute },
  ],
  signUp: (email: string, address: string): AttemptLimit[] => [
    { of: 'sign-up', who: `account ${email}`, limit: 10, window: 60 * minute },
    { of: 'sign-up', who: `address ${address}`, limit: 300, window: 60 * minute },
  ],
};

export function createAttemptCounter({
  database,
  clock,
  secrets,
}: Pick<ServerContext, 'database' | 'clock' | 'secrets'>) {
  const keyOf = (limit: AttemptLimit) => secrets.sign('identity-attempts', `${limit.of} ${limit.who}`);

  return {
    /** Counts an attempt. Raises 'too-many-requests' with the seconds until the window ends. */
    async count(limits: AttemptLimit[]): Promise<void> {
      const now = clock.now();
      const byKey = new Map(limits.map((limit) => [keyOf(limit), limit]));
      // In one order everywhere: two statements that lock the same rows must not wait for each other.
      const rows = [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1));
      const over = sql`${identityAttempts.resetsAt} <= ${now}`;
      const counted = await database.orm
        .insert(identityAttempts)
        .values(
          rows.map(([key, limit]) => ({
            key,
            attempts: 1,
            resetsAt: new Date(now.getTime() + limit.window),
          })),
        )
        .onConflictDoUpdate({
          target: identityAttempts.key,
          set: {
            attempts: sql`case when ${over} then 1 else ${identityAttempts.attempts} + 1 end`,
            resetsAt: sql`case when ${over} then excluded.resets_at else ${identityAttempts.resetsAt} end`,
          },
        })
        .returning();
      const exceeded = counted.filter((row) => row.attempts > byKey.get(row.key)!.limit);
      if (exceeded.length === 0) return;
      const until = Math.max(...exceeded.map((row) => row.resetsAt.getTime()));
      throw commonProblem('too-many-requests', {
        detail: 'Too many attempts. Please wait a while and try again.',
        retryAfter: (until - now.getTime()) / 1000,
      });
    },

    /** The attempt was none: it succeeded, or it was never looked at. */
    async giveBack(limits: AttemptLimit[]): Promise<void> {
      await database.orm
        .update(identityAttempts)
        .set({ attempts: sql`greatest(${identityAttempts.attempts} - 1, 0)` })
        .where(inArray(identityAttempts.key, limits.map(keyOf)));
    },

    /** Who has shown the right password is no guesser: the account's count begins anew. */
    async forget(limits: AttemptLimit[]): Promise<void> {
      await database.orm.delete(identityAttempts).where(inArray(identityAttempts.key, limits.map(keyOf)));
    },
  };
}

export type AttemptCounter = ReturnType<typeof createAttemptCounter>;
