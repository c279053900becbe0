import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import {
  users,
  identityAccounts,
  identityEmailTokens,
  identityPasskeys,
  identityUsers,
} from '../../table.ts';
import { EMBEDDED_ISSUER } from '../../issuers.ts';
import type { AccountContext } from '../identity-context.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';
import { markEmailVerified } from './verify-email.ts';

/** Whether the identity's email is unverified. Locks the identity, after its user (`lockUserOfIdentity`). */
export async function lockIfUnverified(tx: Transaction, identityId: string): Promise<boolean> {
  const [identity] = await tx
    .select({ emailVerified: identityUsers.emailVerified })
    .from(identityUsers)
    .where(eq(identityUsers.id, identityId))
    .for('update');
  return identity?.emailVerified === false;
}

type TransferInput = {
  identityId: string;
  /** Who has verified the email. */
  owner: { email: string; name: string; picture: string | null };
  /** The owner's browser has used the account before: they created it themselves. */
  isKnownDevice: boolean;
  now: Date;
};

/**
 * Transfers an account to the first user who verifies its email. Its creator may have been a stranger, so every
 * credential is deleted. So is the user with all that they have entered, unless the owner's browser is known to the
 * account; the owner's first token creates a new one. An administrator by grant loses the profile only. The caller
 * has called `lockUserOfIdentity` and `lockIfUnverified`, and calls `publishEmailVerified` after the commit.
 */
export async function transferAccount(
  tx: Transaction,
  context: AccountContext,
  { identityId, owner, isKnownDevice, now }: TransferInput,
): Promise<void> {
  await tx.delete(identityAccounts).where(eq(identityAccounts.userId, identityId));
  await tx.delete(identityPasskeys).where(eq(identityPasskeys.userId, identityId));
  await tx.delete(identityEmailTokens).where(eq(identityEmailTokens.userId, identityId));
  await revokeSessions(tx, { identityId, except: null });
  if (!isKnownDevice) await clearUser(tx, context, { identityId, owner, now });
  await markEmailVerified(tx, context, { identityId, email: owner.email, now });
}

async function clearUser(
  tx: Transaction,
  { deleteUserData, attachProfileImage }: AccountContext,
  { identityId, owner: { name, picture }, now }: Omit<TransferInput, 'isKnownDevice'>,
): Promise<void> {
  await tx.update(identityUsers).set({ name, image: picture }).where(eq(identityUsers.id, identityId));
  const [user] = await tx
    .select()
    .from(users)
    .where(and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.subject, identityId)));
  if (user === undefined) return;
  if (!user.adminGranted) return deleteUserData(tx, user, now);
  await tx
    .update(users)
    .set({ name, university: null, profileImage: picture, profileEditedAt: null })
    .where(eq(users.id, user.id));
  await attachProfileImage(tx, { userId: user.id, url: null });
}
