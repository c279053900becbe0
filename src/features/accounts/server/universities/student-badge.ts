import type { FindUniversity } from './find-university.ts';

type Proof = { email: string; emailVerified: boolean };
type BadgeUser = { university: string | null; studentUniversity: string | null };
const noUniversity: BadgeUser = { university: null, studentUniversity: null };

/**
 * The student badge by the email of a user. It requires a verified email. A new badge also fills in an empty
 * university; what the user writes or clears there later stays.
 */
export function studentBadge(
  findUniversity: FindUniversity,
  { email, emailVerified }: Proof,
  user: BadgeUser = noUniversity,
): BadgeUser {
  const studentUniversity = emailVerified ? findUniversity(email) : null;
  const isNew = user.studentUniversity === null;
  return { studentUniversity, university: user.university ?? (isNew ? studentUniversity : null) };
}
