import { and, eq } from 'drizzle-orm';
import { attachPortrait } from '#features/photos/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { FindUniversity } from '../universities/find-university.ts';
import { users } from '../table.ts';
import { embeddedIssuer } from './create-identity.ts';
import { endSessions } from './end-sessions.ts';
import { markVerified } from './mark-verified.ts';
import { identityAccounts, identityLinks, identityUsers } from './table.ts';

/** Who has proven the e-mail, as far as they are known. */
export type Owner = { email: string; name: string; picture: string | null };

/** Whether nobody has proven the identity's e-mail so far. It is locked then; its person (`lockPersonOf`) is locked before. */
export async function lockUnproven(tx: Transaction, identityId: string): Promise<boolean> {
  const [identity] = await tx
    .select({ emailVerified: identityUsers.emailVerified })
    .from(identityUsers)
    .where(eq(identityUsers.id, identityId))
    .for('update');
  return identity?.emailVerified === false;
}

/**
 * The e-mail is proven for the first time. Whoever made the identity may have been a stranger, so every way into it ends (the password,
 * the university's sign-in, sessions, tokens, mailed links), and their name and picture go. Whoever calls it has asked
 * `lockUnproven`, and calls `tellProven` after the commit.
 */
export async function handOver(
  tx: Transaction,
  parts: { findUniversity: FindUniversity },
  { identityId, owner, now }: { identityId: string; owner: Owner; now: Date },
): Promise<void> {
  const { email, name, picture } = owner;
  await tx.delete(identityAccounts).where(eq(identityAccounts.userId, identityId));
  await tx.delete(identityLinks).where(eq(identityLinks.userId, identityId));
  await endSessions(tx, { identityId, except: null });
  await markVerified(tx, parts, { identityId, email, now });
  await tx.update(identityUsers).set({ name, image: picture }).where(eq(identityUsers.id, identityId));
  const [person] = await tx
    .update(users)
    .set({ name, profileImage: picture, profileEditedAt: null })
    .where(and(eq(users.issuer, embeddedIssuer), eq(users.subject, identityId)))
    .returning({ id: users.id });
  if (person !== undefined) await attachPortrait(tx, { personId: person.id, url: null });
}
