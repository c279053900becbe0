import { type Accounts, banEmail } from '#features/accounts/server/public.ts';
import { accountProblem } from '#features/accounts/contract.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { countConversationsOfUser } from '#features/conversations/server/public.ts';
import { countFavoritesOfUser } from '#features/favorites/server/public.ts';
import { countPaymentsOfUser } from '#features/payments/server/public.ts';
import { hasRunningSubscription } from '#features/subscriptions/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Secrets } from '#platform/server/secrets/secrets.ts';
import { administrationProblem, type UserRemoval } from '../contract.ts';

type Context = { accounts: Pick<Accounts, 'deleteUser'>; secrets: Secrets };
type DeleteUserInput = { actorId: string; userId: string; ban: boolean };

/**
 * Deletes a user with all of their data. `ban` also bans a verified email, and deletes the other accounts
 * that have verified its mailbox. Throws 'user-not-found', and 'cannot-delete-admin' or
 * 'cannot-delete-last-admin' if one of them is an administrator.
 */
export async function deleteAnyUser(
  { accounts, secrets }: Context,
  { actorId, userId, ban }: DeleteUserInput,
): Promise<{ deleted: true; banned: boolean }> {
  let banned = false;
  await accounts.deleteUser(userId, async (tx, { id, email, emailVerified, isAdmin }, now) => {
    if (isAdmin) throw administrationProblem('cannot-delete-admin');
    const target = { kind: 'user' as const, id };
    await recordAdminAction(tx, { actorId, action: 'user-deleted', target, now });
    if (id !== userId) return [];
    // An unverified email may belong to another person, who could no longer sign up.
    banned = ban && emailVerified;
    if (!banned) return [];
    // The stored name of a ban.
    await recordAdminAction(tx, { actorId, action: 'email-barred', target, now });
    return banEmail(tx, { email, secrets, now });
  });
  return { deleted: true, banned };
}

/** Counts the data that is deleted with a user. Throws 'user-not-found'. */
export async function previewUserDeletion(database: Database, userId: string): Promise<UserRemoval> {
  const { rows } = await database.pool.query<UserRemoval>({
    name: 'admin-user-removal',
    text: `SELECT
        u.email_verified AS "emailVerified",
        (SELECT count(*) FROM users o WHERE o.mailbox = u.mailbox AND o.email_verified AND u.email_verified
          AND o.id <> u.id) AS "otherAccounts",
        (SELECT count(*) FROM books b WHERE b.seller_id = u.id AND b.deleted_at IS NULL) AS listings,
        ${countConversationsOfUser('u.id')} AS conversations,
        ${countFavoritesOfUser('u.id')} AS favorites,
        ${countPaymentsOfUser('u.id')} AS payments,
        ${hasRunningSubscription('u.id')} AS "runningSubscription"
      FROM users u WHERE u.id = $1`,
    values: [userId],
  });
  if (rows[0] === undefined) throw accountProblem('user-not-found');
  return rows[0];
}
