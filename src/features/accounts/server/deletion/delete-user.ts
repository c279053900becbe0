import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { accountProblem } from '../../contract.ts';
import { CLERK_ISSUER, EMBEDDED_ISSUER } from '../issuers.ts';
import { hasOtherAdmin } from '../staff/other-admins.ts';
import type { DeletedUser, DeleteUserData } from '../personal-data/personal-data.ts';
import type { DeleteClerkUser } from '../clerk/delete-clerk-user.ts';
import { deletedIdentities, identityUsers, users } from '../table.ts';

type Context = Pick<ServerContext, 'database' | 'clock'> & {
  deleteUserData: DeleteUserData;
  deleteAtClerk: DeleteClerkUser | null;
  adminEmails: ReadonlySet<string>;
};
type UserToDelete = DeletedUser & {
  emailVerified: boolean;
  issuer: string;
  subject: string;
  isAdmin: boolean;
};

/** Runs in the transaction of the deletion, for each locked user. Returns others who are deleted, too. */
type DeleteUserHook = (
  tx: Transaction,
  user: DeletedUser & { emailVerified: boolean; isAdmin: boolean },
  now: Date,
) => Promise<readonly string[] | void>;

/** `after`: in the same transaction, when they are deleted and their queued emails are. */
export type DeleteUser = (
  userId: string,
  along?: DeleteUserHook,
  after?: (tx: Transaction, now: Date) => Promise<void>,
) => Promise<void>;

/**
 * Deletes a user with all their data in one transaction. Payments lock in the opposite order: after a deadlock the
 * database retries one of the two. Throws 'user-not-found' and 'cannot-delete-last-admin'.
 */
export function createDeleteUser(context: Context): DeleteUser {
  const { database, clock, deleteUserData, deleteAtClerk, adminEmails } = context;
  return async (userId, along, after) => {
    const now = clock.now();
    await database.transaction(async (tx) => {
      const userIds = new Set([userId]);
      for (const id of userIds) {
        const user = await lock(tx, id, adminEmails);
        for (const other of (await along?.(tx, user, now)) ?? []) userIds.add(other);
        await deleteIdentity(tx, user, now, deleteAtClerk);
        await deleteUserData(tx, user, now);
      }
      await after?.(tx, now);
    });
  };
}

/** Locks the user, so that no new row can refer to them. Waits for transactions that have just added one. */
async function lock(
  tx: Transaction,
  userId: string,
  adminEmails: ReadonlySet<string>,
): Promise<UserToDelete> {
  const { id, email, mailbox, emailVerified, issuer, subject, isAdmin } = users;
  const [user] = await tx
    .select({ id, email, mailbox, emailVerified, issuer, subject, isAdmin })
    .from(users)
    .where(eq(users.id, userId))
    .for('update');
  if (user === undefined) throw accountProblem('user-not-found');
  if (user.isAdmin && !(await hasOtherAdmin(tx, userId, adminEmails)))
    throw accountProblem('cannot-delete-last-admin');
  return user;
}

/**
 * Deletes an identity in the transaction that deletes its user, with its password and sessions. Its older tokens
 * are refused. Clerk deletes its own identity, after the commit.
 */
export async function deleteIdentity(
  tx: Transaction,
  { issuer, subject }: { issuer: string; subject: string },
  now: Date,
  deleteAtClerk?: DeleteClerkUser | null,
) {
  await tx
    .insert(deletedIdentities)
    .values({ issuer, subject, removedAt: now })
    .onConflictDoUpdate({
      target: [deletedIdentities.issuer, deletedIdentities.subject],
      set: { removedAt: now },
    });
  if (issuer === EMBEDDED_ISSUER)
    await tx.delete(identityUsers).where(sql`${identityUsers.id}::text = ${subject}`);
  if (issuer === CLERK_ISSUER) await deleteAtClerk?.(tx, subject);
}
