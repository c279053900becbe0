import { and, count, eq, inArray, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem } from '../contract.ts';
import { userRemoved } from './account-events.ts';
import { embeddedIssuer } from './identity/create-identity.ts';
import type { LeavingPerson, PersonalDataHolder } from './personal-data.ts';
import type { RemoveAtClerk } from './remove-at-clerk.ts';
import { removeIdentity } from './remove-identity.ts';
import { users } from './table.ts';

type Parts = Pick<ServerContext, 'database' | 'clock' | 'events' | 'mail' | 'log'> & {
  removeAtClerk: RemoveAtClerk | null;
  adminEmails: ReadonlySet<string>;
};
type Person = LeavingPerson & { emailVerified: boolean; issuer: string; subject: string; isAdmin: boolean };

/** Part of the removal: it may forbid it by throwing, and what it writes is there if the person is gone. The person is locked. */
export type AlongRemoval = (
  tx: Transaction,
  person: LeavingPerson & { isAdmin: boolean },
  now: Date,
) => Promise<void>;

export type RemovePerson = (personId: string, along?: AlongRemoval) => Promise<void>;

/**
 * Removes a person and everything of theirs, in one transaction: it is all there, or all gone. Payments lock what they are about
 * before its people, which is the other way round here: where two meet, the database has one of them begin again. Raises
 * 'person-not-found' and 'last-admin'.
 */
export function createRemovePerson(parts: Parts, holders: readonly PersonalDataHolder[]): RemovePerson {
  const { database, clock, events, log, adminEmails } = parts;
  return async (personId, along) => {
    const now = clock.now();
    const after = await database.transaction(async (tx) => {
      const person = await lock(tx, personId, adminEmails);
      await along?.(tx, person, now);
      return removeEverything(parts, holders, tx, person, now);
    });
    events.publish(userRemoved, { userId: personId });
    for (const work of after) work();
    log.info({ person: personId }, 'a person was removed');
  };
}

/** Locked, so that nothing new can refer to them; whoever did so a moment ago is waited for. */
async function lock(tx: Transaction, personId: string, adminEmails: ReadonlySet<string>): Promise<Person> {
  const { id, email, emailVerified, issuer, subject, isAdmin } = users;
  const [person] = await tx
    .select({ id, email, emailVerified, issuer, subject, isAdmin })
    .from(users)
    .where(eq(users.id, personId))
    .for('update');
  if (person === undefined) throw accountProblem('person-not-found');
  if (person.isAdmin) await refuseLastAdmin(tx, personId, adminEmails);
  return person;
}

/**
 * One administrator at a time: two that remove each other would leave none. Others count who are one now: what was noted of somebody
 * when they came last may be over. Only where tokens of another provider may make administrators it is all that is known.
 */
async function refuseLastAdmin(
  tx: Transaction,
  personId: string,
  adminEmails: ReadonlySet<string>,
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('the last administrator'))`);
  const [others] = await tx
    .select({ count: count() })
    .from(users)
    .where(
      and(
        ne(users.id, personId),
        or(
          users.adminGranted,
          and(users.emailVerified, inArray(users.email, [...adminEmails])),
          and(users.isAdmin, ne(users.issuer, embeddedIssuer)),
        ),
      ),
    );
  if (others!.count === 0) throw accountProblem('last-admin');
}

async function removeEverything(
  { mail, removeAtClerk }: Parts,
  holders: readonly PersonalDataHolder[],
  tx: Transaction,
  person: Person,
  now: Date,
): Promise<(() => void)[]> {
  const { id, email, emailVerified, subject } = person;
  const after: (() => void)[] = [];
  for (const holder of holders) {
    const work = await holder.remove?.(tx, { id, email }, now);
    if (work !== undefined) after.push(work);
  }
  await mail.forget(tx, id);
  await mail.forget(tx, subject);
  // What else goes to an address that they have not proven is its owner's.
  if (emailVerified) await mail.forget(tx, email);
  await removeIdentity(tx, person, now, removeAtClerk);
  await tx.delete(users).where(eq(users.id, id));
  return after;
}
