import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { users } from '#features/accounts/server/table.ts';
import type { FindUniversity } from '#features/accounts/server/universities/find-university.ts';
import { studentBadge } from '#features/accounts/server/universities/student-badge.ts';
import { embeddedIssuer } from '../better-auth/create-better-auth.ts';
import { identityUsers } from '../table.ts';

/**
 * This e-mail of the identity is proven. What depends on that is true at once, before any new token says so: whoever calls it
 * publishes 'user-changed' and 'profile-changed' after the commit. The person (`lockUserOfIdentity`) is locked.
 */
export async function markEmailVerified(
  tx: Transaction,
  { findUniversity }: { findUniversity: FindUniversity },
  { identityId, email, now }: { identityId: string; email: string; now: Date },
): Promise<void> {
  await tx
    .update(identityUsers)
    .set({ emailVerified: true, updatedAt: now })
    .where(and(eq(identityUsers.id, identityId), eq(identityUsers.email, email)));
  const { studentUniversity } = studentBadge(findUniversity, { email, emailVerified: true });
  await tx
    .update(users)
    .set({
      emailVerified: true,
      studentUniversity,
      // Filled in with the badge, as everywhere: whoever had it already may have cleared the university since.
      university: sql`case when ${users.studentUniversity} is null then coalesce(${users.university}, ${studentUniversity}) else ${users.university} end`,
    })
    .where(and(eq(users.issuer, embeddedIssuer), eq(users.subject, identityId), eq(users.email, email)));
}
