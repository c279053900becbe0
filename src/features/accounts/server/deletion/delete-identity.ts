import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { CLERK_ISSUER } from '../clerk/clerk-issuer.ts';
import { EMBEDDED_ISSUER } from '../identity/embedded-issuer.ts';
import { identityUsers, deletedIdentities } from '../identity/table.ts';
import type { DeleteClerkUser } from '../clerk/delete-clerk-user.ts';

/**
 * Deletes an identity in the transaction that deletes its user: an embedded one with its password and
 * sessions. Tokens of any issuer are refused if they are older. Clerk deletes its own identity, after the
 * commit.
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
