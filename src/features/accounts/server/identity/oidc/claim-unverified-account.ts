import { and, eq } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { DeleteUserData } from '../../personal-data/delete-user-data.ts';
import type { FindUniversity } from '../../universities/find-university.ts';
import type { AttachProfileImage } from '../../users/attach-profile-image.ts';
import { lockUserOfIdentity, publishEmailVerified } from '../sessions/revoke-sessions.ts';
import { transferAccount, lockIfUnverified } from '../email-links/transfer-account.ts';
import { identityAccounts, identityUsers } from '../../table.ts';
import type { UserClaims } from '../../tokens/read-claims.ts';

/** A user of the OpenID provider. `subject` is the provider's name for them, which stays. */
export type OidcUser = UserClaims & { subject: string };

/** Part of the callback's route, and stored with each account at the provider: it stays 'campus'. */
export const OIDC_PROVIDER_ID = 'campus';

type Context = Pick<ServerContext, 'database' | 'clock' | 'events' | 'secrets'> & {
  findUniversity: FindUniversity;
  deleteUserData: DeleteUserData;
  attachProfileImage: AttachProfileImage;
};

/** Transfers an unverified account to the user whose provider has verified its email. */
export async function claimUnverifiedAccount(
  context: Context,
  user: OidcUser,
  isKnownDevice: boolean,
): Promise<void> {
  const { database, clock } = context;
  if (!user.emailVerified) return;
  const now = clock.now();
  const [unverified] = await database.orm
    .select({ id: identityUsers.id })
    .from(identityUsers)
    .where(and(eq(identityUsers.email, user.email), eq(identityUsers.emailVerified, false)));
  if (unverified === undefined) return;
  const identityId = unverified.id;
  const isTransferred = await database.transaction(async (tx) => {
    await lockUserOfIdentity(tx, identityId);
    // Verified or deleted in the meantime.
    if (!(await lockIfUnverified(tx, identityId))) return false;
    const [own] = await tx
      .select({ id: identityAccounts.id })
      .from(identityAccounts)
      .where(
        and(
          eq(identityAccounts.userId, identityId),
          eq(identityAccounts.providerId, OIDC_PROVIDER_ID),
          eq(identityAccounts.accountId, user.subject),
        ),
      );
    // It is their own account, from a time when the provider had not verified the email.
    if (own !== undefined) return false;
    await transferAccount(tx, context, { identityId, owner: user, isKnownDevice, now });
    return true;
  });
  if (isTransferred) await publishEmailVerified(context, identityId);
}
