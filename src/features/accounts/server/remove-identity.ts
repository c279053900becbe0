import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { embeddedIssuer } from './identity/create-identity.ts';
import { identityUsers, removedIdentities } from './identity/table.ts';

/**
 * Ends an identity in the transaction that removes its user: the embedded one with its password and sessions, and in any case
 * every token issued until now.
 */
export async function removeIdentity(
  tx: Transaction,
  { issuer, subject }: { issuer: string; subject: string },
  now: Date,
) {
  await tx
    .insert(removedIdentities)
    .values({ issuer, subject, removedAt: now })
    .onConflictDoUpdate({
      target: [removedIdentities.issuer, removedIdentities.subject],
      set: { removedAt: now },
    });
  if (issuer === embeddedIssuer)
    await tx.delete(identityUsers).where(sql`${identityUsers.id}::text = ${subject}`);
}
