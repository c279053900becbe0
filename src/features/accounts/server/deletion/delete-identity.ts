import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { clerkIssuer } from '../clerk/clerk-issuer.ts';
import { embeddedIssuer } from '../identity/better-auth/create-better-auth.ts';
import { identityUsers, deletedIdentities } from '../identity/table.ts';
import type { DeleteClerkUser } from '../clerk/delete-clerk-user.ts';

/**
 * Ends an identity in the transaction that removes its user: the embedded one with its password and sessions, and in any case
 * every token issued until now. Clerk's is ended by Clerk, which is told afterwards.
 */
export async function deleteIdentity(
  tx: Transaction,
  { issuer, subject }: { issuer: string; subject: string },
  now: Date,
  removeAtClerk?: DeleteClerkUser | null,
) {
  await tx
    .insert(deletedIdentities)
    .values({ issuer, subject, removedAt: now })
    .onConflictDoUpdate({
      target: [deletedIdentities.issuer, deletedIdentities.subject],
      set: { removedAt: now },
    });
  if (issuer === embeddedIssuer)
    await tx.delete(identityUsers).where(sql`${identityUsers.id}::text = ${subject}`);
  if (issuer === clerkIssuer) await removeAtClerk?.(tx, subject);
}
