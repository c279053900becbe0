import { and, eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';
import { embeddedIssuer } from './create-identity.ts';
import { identityUsers } from './table.ts';

/**
 * This e-mail of the identity is proven. What depends on that is true at once, before any new token says so: whoever calls it
 * publishes 'user-changed' after the commit. The person (`lockPersonOf`) is locked.
 */
export async function markVerified(
  tx: Transaction,
  { identityId, email, now }: { identityId: string; email: string; now: Date },
): Promise<void> {
  await tx
    .update(identityUsers)
    .set({ emailVerified: true, updatedAt: now })
    .where(and(eq(identityUsers.id, identityId), eq(identityUsers.email, email)));
  await tx
    .update(users)
    .set({ emailVerified: true })
    .where(and(eq(users.issuer, embeddedIssuer), eq(users.subject, identityId), eq(users.email, email)));
}
