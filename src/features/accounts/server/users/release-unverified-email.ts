import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '../table.ts';
import type { VerifiedToken } from '../tokens/verify-token.ts';

/**
 * Releases an unverified email so that its owner can use it. The other account gets an undeliverable address
 * instead.
 */
export async function releaseUnverifiedEmail(
  tx: Transaction,
  { issuer, subject, email, emailVerified }: VerifiedToken,
): Promise<void> {
  if (!emailVerified) return;
  await tx
    .update(users)
    .set({ email: sql`${users.id} || '@unproven.invalid'` })
    .where(
      and(
        eq(sql`lower(${users.email})`, email),
        eq(users.emailVerified, false),
        or(ne(users.issuer, issuer), ne(users.subject, subject)),
      ),
    );
}
