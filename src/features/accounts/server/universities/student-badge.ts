import type { FindUniversity } from './find-university.ts';

type Proof = { email: string; emailVerified: boolean };
type BadgeUser = { university: string | null; studentUniversity: string | null };
const nobody: BadgeUser = { university: null, studentUniversity: null };

/**
 * What a person's e-mail says of their studies. The badge stands and falls with the proof; the university is filled in with the badge
 * where the person has given none, and is theirs from then on: what they write or clear there later stays.
 */
export function studentBadge(
  findUniversity: FindUniversity,
  { email, emailVerified }: Proof,
  user: BadgeUser = nobody,
): BadgeUser {
  const studentUniversity = emailVerified ? findUniversity(email) : null;
  const isNew = user.studentUniversity === null;
  return { studentUniversity, university: user.university ?? (isNew ? studentUniversity : null) };
}
