import { accountProblem } from '#features/accounts/contract.ts';
import { countConversationsOfUser } from '#features/conversations/server/public.ts';
import { countFavoritesOfUser } from '#features/favorites/server/public.ts';
import { countPaymentsOfUser } from '#features/payments/server/public.ts';
import type { MeasureReason } from '#features/moderation/rules.ts';
import type { Moderation } from '#features/moderation/server/public.ts';
import { hasRunningSubscription } from '#features/subscriptions/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { administrationProblem, type UserRemoval } from '../contract.ts';

type DeleteUserInput = {
  actor: Pick<Actor, 'id' | 'roles'>;
  userId: string;
  ban: boolean;
  reason: MeasureReason;
  note: string;
};

/**
 * Deletes a user with all of their data, as a measure with a statement. `ban` also bans a verified email, and deletes
 * the other accounts that have verified its mailbox. Throws the errors of `deleteAccount` of moderation, and
 * 'cannot-delete-admin' or 'cannot-delete-last-admin' if one of them is an administrator.
 */
export async function deleteAnyUser(
  moderation: Pick<Moderation, 'deleteAccount'>,
  { actor, ...deletion }: DeleteUserInput,
): Promise<{ deleted: true; banned: boolean }> {
  const { banned } = await moderation.deleteAccount({
    ...deletion,
    actor,
    caseId: null,
    internalNote: '',
    refuseAdmin: () => administrationProblem('cannot-delete-admin'),
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
