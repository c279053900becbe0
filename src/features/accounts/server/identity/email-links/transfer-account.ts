import { and, eq } from 'drizzle-orm';
import { attachProfileImage } from '#features/photos/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { FindUniversity } from '../../universities/find-university.ts';
import { users } from '../../table.ts';
import { EMBEDDED_ISSUER } from '../embedded-issuer.ts';
import { revokeSessions } from '../sessions/revoke-sessions.ts';
import { markEmailVerified } from './mark-email-verified.ts';
import { identityAccounts, identityEmailTokens, identityUsers } from '../table.ts';

/** The user who has verified the email. */
export type VerifiedOwner = { email: string; name: string; picture: string | null };

/**
 * Whether the identity's email is unverified. Locks the identity; the caller has locked its user
 * (`lockUserOfIdentity`).
 */
export async function lockIfUnverified(tx: Transaction, identityId: string): Promise<boolean> {
  const [identity] = await tx
    .select({ emailVerified: identityUsers.emailVerified })
    .from(identityUsers)
    .where(eq(identityUsers.id, identityId))
    .for('update');
  return identity?.emailVerified === false;
}

/**
 * Transfers an account to the first user who verifies its email. Its creator may have been a stranger, so
 * every credential is deleted (password, OpenID account, sessions, tokens, emailed links), and the name and
 * image are replaced. The caller has called `lockIfUnverified`, and calls `publishEmailVerified` after the
 * commit.
 */
export async function transferAccount(
  tx: Transaction,
  parts: { findUniversity: FindUniversity },
  { identityId, owner, now }: { identityId: string; owner: VerifiedOwner; now: Date },
): Promise<void> {
  const { email, name, picture } = owner;
  await tx.delete(identityAccounts).where(eq(identityAccounts.userId, identityId));
  await tx.delete(identityEmailTokens).where(eq(identityEmailTokens.userId, identityId));
  await revokeSessions(tx, { identityId, except: null });
  await markEmailVerified(tx, parts, { identityId, email, now });
  await tx.update(identityUsers).set({ name, image: picture }).where(eq(identityUsers.id, identityId));
  const [user] = await tx
    .update(users)
    .set({ name, profileImage: picture, profileEditedAt: null })
    .where(and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.subject, identityId)))
    .returning({ id: users.id });
  if (user !== undefined) await attachProfileImage(tx, { userId: user.id, url: null });
}
