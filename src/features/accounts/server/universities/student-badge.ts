import type { FindUniversity } from './find-university.ts';

type Proof = { email: string; emailVerified: boolean };
type Person = { university: string | null; studentUniversity: string | null };
const nobody: Person = { university: null, studentUniversity: null };

/**
 * What a person's e-mail says of their studies. The badge stands and falls with the proof; the university is filled in with the badge
 * where the person has given none, and is theirs from then on: what they write or clear there later stays.
 */
export function studentBadge(
  findUniversity: FindUniversity,
  { email, emailVerified }: Proof,
  person: Person = nobody,
): Person {
  const studentUniversity = emailVerified ? findUniversity(email) : null;
  const isNew = person.studentUniversity === null;
  return { studentUniversity, university: person.university ?? (isNew ? studentUniversity : null) };
}
