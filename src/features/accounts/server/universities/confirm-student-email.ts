import { and, eq, lte } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { studentBadgeTimes } from '../../student-badge-year.ts';
import { EMBEDDED_ISSUER } from '../identity/embedded-issuer.ts';
import { users } from '../table.ts';

/**
 * Notes that the university of a user has just vouched for the email, which confirms a student badge. A badge
 * that has ended returns when the user is synced, right after the sign-in.
 */
export async function confirmStudentEmail(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  email: string,
): Promise<void> {
  const now = clock.now();
  await database.orm
    .update(users)
    .set({ studentConfirmedAt: now })
    .where(
      and(
        eq(users.issuer, EMBEDDED_ISSUER),
        eq(users.email, email),
        eq(users.emailVerified, true),
        lte(users.studentConfirmedAt, new Date(now.getTime() - studentBadgeTimes.repeatedMs)),
      ),
    );
}
