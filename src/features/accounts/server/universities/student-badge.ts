import { and, eq, lte } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { hasStudentBadgeEnded, studentBadgeTimes } from '../../student-badge-year.ts';
import { EMBEDDED_ISSUER } from '../issuers.ts';
import { users } from '../table.ts';
import type { FindUniversity } from './find-university.ts';

type Verification = {
  email: string;
  emailVerified: boolean;
  /** The owner of the email has just shown that it is still theirs. */
  isNew: boolean;
};
type Badge = {
  university: string | null;
  studentUniversity: string | null;
  studentConfirmedAt: Date | null;
};

/**
 * The student badge by the email of a user: it requires a verified email, and for more than a year (and some time
 * of grace) a new verification. The year goes on while the user has another email. A first badge fills in an empty
 * university; what the user writes or clears there later stays.
 */
export function studentBadge(
  findUniversity: FindUniversity,
  { email, emailVerified, isNew }: Verification,
  now: Date,
  user: Badge = { university: null, studentUniversity: null, studentConfirmedAt: null },
): Badge {
  const { university, studentUniversity: former, studentConfirmedAt: confirmedAt } = user;
  const found = emailVerified ? findUniversity(email) : null;
  if (found === null) return { university, studentUniversity: null, studentConfirmedAt: confirmedAt };
  const studentConfirmedAt = isNew || confirmedAt === null ? now : confirmedAt;
  if (hasStudentBadgeEnded(studentConfirmedAt, now))
    return { university, studentUniversity: null, studentConfirmedAt };
  const isFirst = former === null && confirmedAt === null;
  return {
    university: university ?? (isFirst ? found : null),
    studentUniversity: found,
    studentConfirmedAt,
  };
}

/** Notes that the university has just vouched for the email. A sync after the sign-in restores an ended badge. */
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
