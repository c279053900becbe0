import { and, eq, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { users, identityUsers } from '../../table.ts';
import type { FindUniversity } from '../../universities/find-university.ts';
import { enterMailbox } from '../../users/enter-mailbox.ts';
import { studentBadge } from '../../universities/student-badge.ts';
import { EMBEDDED_ISSUER } from '../../issuers.ts';

/**
 * Marks the email of an identity and its user as verified. The caller has locked the user (`lockUserOfIdentity`),
 * and publishes the change. Throws 'email-banned'.
 */
export async function markEmailVerified(
  tx: Transaction,
  { findUniversity, secrets }: Pick<ServerContext, 'secrets'> & { findUniversity: FindUniversity },
  { identityId, email, now }: { identityId: string; email: string; now: Date },
): Promise<void> {
  await tx
    .update(identityUsers)
    .set({ emailVerified: true, updatedAt: now })
    .where(and(eq(identityUsers.id, identityId), eq(identityUsers.email, email)));
  const verification = { email, emailVerified: true, isNew: true };
  const { studentUniversity, studentConfirmedAt } = studentBadge(findUniversity, verification, now);
  const [verified] = await tx
    .update(users)
    .set({
      emailVerified: true,
      studentUniversity,
      studentConfirmedAt,
      // Only a first badge fills it in: a user who has had one may have cleared the university.
      university: sql`case when ${users.studentUniversity} is null and ${users.studentConfirmedAt} is null then coalesce(${users.university}, ${studentUniversity}) else ${users.university} end`,
    })
    .where(and(eq(users.issuer, EMBEDDED_ISSUER), eq(users.subject, identityId), eq(users.email, email)))
    .returning();
  if (verified !== undefined) await enterMailbox(tx, { secrets }, verified, now);
}
