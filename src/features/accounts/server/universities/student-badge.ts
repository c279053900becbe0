import { hasStudentBadgeEnded } from '../../student-badge-year.ts';
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
 * The student badge by the email of a user. It requires a verified email, and for more than a year (and some
 * time of grace) a new verification. The year goes on while the user has another email: leaving it and coming
 * back verifies nothing. A new badge also fills in an empty university; what the user writes or clears there
 * later stays.
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
