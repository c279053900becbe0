import { and, count, eq, inArray, ne, or } from 'drizzle-orm';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem } from '#features/accounts/contract.ts';
import { userDeleted } from '../account-events.ts';
import { embeddedIssuer } from '../identity/better-auth/create-better-auth.ts';
import type { DeletedUser, PersonalDataHandler } from '../personal-data.ts';
import type { DeleteClerkUser } from '../clerk/delete-clerk-user.ts';
import { deleteIdentity } from './delete-identity.ts';
import { users } from '../table.ts';

const lockLastAdmin = createSingleLock('the last administrator');

type Context = Pick<ServerContext, 'database' | 'clock' | 'events' | 'mail' | 'log'> & {
  removeAtClerk: DeleteClerkUser | null;
  adminEmails: ReadonlySet<string>;
};
type UserToDelete = DeletedUser & {
  emailVerified: boolean;
  issuer: string;
  subject: string;
  isAdmin: boolean;
};

/** Part of the removal: it may forbid it by throwing, and what it writes is there if the person is gone. The person is locked. */
export type DeleteUserHook = (
  tx: Transaction,
  user: DeletedUser & { isAdmin: boolean },
  now: Date,
) => Promise<void>;

export type DeleteUser = (userId: string, along?: DeleteUserHook) => Promise<void>;

/**
 * Removes a person and everything of theirs, in one transaction: it is all there, or all gone. Payments lock what they are about
 * before its people, which is the other way round here: where two meet, the database has one of them begin again. Raises
 * 'person-not-found' and 'last-admin'.
 */
export function createDeleteUser(context: Context, holders: readonly PersonalDataHandler[]): DeleteUser {
  const { database, clock, events, log, adminEmails } = context;
  return async (userId, along) => {
    const now = clock.now();
    const after = await database.transaction(async (tx) => {
      const user = await lock(tx, userId, adminEmails);
      await along?.(tx, user, now);
      return removeEverything(context, holders, tx, user, now);
    });
    events.publish(userDeleted, { userId: userId });
    for (const work of after) work();
    log.info({ person: userId }, 'a person was removed');
  };
}

/** Locked, so that nothing new can refer to them; whoever did so a moment ago is waited for. */
async function lock(
  tx: Transaction,
  userId: string,
  adminEmails: ReadonlySet<string>,
): Promise<UserToDelete> {
  const { id, email, emailVerified, issuer, subject, isAdmin } = users;
  const [user] = await tx
    .select({ id, email, emailVerified, issuer, subject, isAdmin })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (user === undefined) throw accountProblem('person-not-found');
  if (user.isAdmin) await refuseLastAdmin(tx, userId, adminEmails);
  return user;
}

/**
 * One administrator at a time: two that remove each other would leave none. Others count who are one now: what was noted of somebody
 * when they came last may be over. Only where tokens of another provider may make administrators it is all that is known.
 */
async function refuseLastAdmin(
  tx: Transaction,
  userId: string,
  adminEmails: ReadonlySet<string>,
): Promise<void> {
  await lockLastAdmin(tx);
  const [others] = await tx
    .select({ count: count() })
    .from(users)
    .where(
      and(
        ne(users.id, userId),
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
  { mail, removeAtClerk }: Context,
  holders: readonly PersonalDataHandler[],
  tx: Transaction,
  user: UserToDelete,
  now: Date,
): Promise<(() => void)[]> {
  const { id, email, emailVerified, subject } = user;
  const after: (() => void)[] = [];
  for (const holder of holders) {
    const work = await holder.remove?.(tx, { id, email }, now);
    if (work !== undefined) after.push(work);
  }
  await mail.deleteQueued(tx, id);
  await mail.deleteQueued(tx, subject);
  // What else goes to an address that they have not proven is its owner's.
  if (emailVerified) await mail.deleteQueued(tx, email);
  await deleteIdentity(tx, user, now, removeAtClerk);
  await tx.delete(users).where(eq(users.id, id));
  return after;
}
