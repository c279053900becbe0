import { and, count, eq, ne, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { databaseErrorCode } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem } from '../contract.ts';
import { userRemoved } from './account-events.ts';
import type { LeavingPerson, PersonalDataHolder } from './personal-data.ts';
import type { RemoveAtClerk } from './remove-at-clerk.ts';
import { removeIdentity } from './remove-identity.ts';
import { users } from './table.ts';

type Parts = Pick<ServerContext, 'database' | 'clock' | 'events' | 'jobs' | 'mail' | 'log'> & {
  removeAtClerk: RemoveAtClerk | null;
};
type Person = LeavingPerson & { issuer: string; subject: string; isAdmin: boolean };

const deadlockDetected = '40P01';
const mostAttempts = 5;

/** Part of the removal: it may forbid it by throwing, and what it writes is there if the person is gone. The person is locked. */
export type AlongRemoval = (
  tx: Transaction,
  person: LeavingPerson & { isAdmin: boolean },
  now: Date,
) => Promise<void>;

export type RemovePerson = (personId: string, along?: AlongRemoval) => Promise<void>;

/**
 * Removes a person and everything of theirs, in one transaction: it is all there, or all gone. Raises 'person-not-found' and
 * 'last-admin'.
 */
export function createRemovePerson(parts: Parts, holders: readonly PersonalDataHolder[]): RemovePerson {
  const { database, clock, events, log } = parts;
  return async (personId, along) => {
    const now = clock.now();
    const after = await unlessDeadlocked(() =>
      database.transaction(async (tx) => {
        const person = await lock(tx, personId);
        await along?.(tx, person, now);
        return removeEverything(parts, holders, tx, person, now);
      }),
    );
    events.publish(userRemoved, { userId: personId });
    for (const work of after) work();
    log.info({ person: personId }, 'a person was removed');
  };
}

/** Locked, so that nothing new can refer to them; whoever did so a moment ago is waited for. */
async function lock(tx: Transaction, personId: string): Promise<Person> {
  const { id, email, issuer, subject, isAdmin } = users;
  const [person] = await tx
    .select({ id, email, issuer, subject, isAdmin })
    .from(users)
    .where(eq(users.id, personId))
    .for('update');
  if (person === undefined) throw accountProblem('person-not-found');
  if (person.isAdmin) await refuseLastAdmin(tx, personId);
  return person;
}

/** One administrator at a time: two that remove each other would leave none. */
async function refuseLastAdmin(tx: Transaction, personId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('the last administrator'))`);
  const [others] = await tx
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.isAdmin, true), ne(users.id, personId)));
  if (others!.count === 0) throw accountProblem('last-admin');
}

async function removeEverything(
  { mail, jobs, removeAtClerk }: Parts,
  holders: readonly PersonalDataHolder[],
  tx: Transaction,
  person: Person,
  now: Date,
): Promise<(() => void)[]> {
  const { id, email } = person;
  // What waits and names them. Before the holders, which enqueue jobs of their own.
  await jobs.forget(tx, id);
  const after: (() => void)[] = [];
  for (const holder of holders) {
    const work = await holder.remove?.(tx, { id, email }, now);
    if (work !== undefined) after.push(work);
  }
  await mail.forget(tx, email);
  await mail.forget(tx, id);
  await removeIdentity(tx, person, now, removeAtClerk);
  await tx.delete(users).where(eq(users.id, id));
  return after;
}

/**
 * Payments and messages lock what they are about before its people, which is the other way round here: one of two that meet is
 * refused by the database, and has its turn afterwards.
 */
async function unlessDeadlocked<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (databaseErrorCode(error) !== deadlockDetected || attempt === mostAttempts) throw error;
    }
  }
}
