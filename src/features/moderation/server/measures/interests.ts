import { findAccountsOfPeople, findRolesOfUsers, listStaff } from '#features/accounts/server/public.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { StaffRole } from '#platform/shared/team/staff-roles.ts';
import type { ModerationContext } from '../moderation-context.ts';
import type { cases } from '../table.ts';

type CaseOfPerson = Pick<typeof cases.$inferSelect, 'id' | 'userId' | 'targetKind' | 'targetId'>;

/** The facts by which it is decided who may judge in some cases. */
export type Interests = {
  /** The user, and the other accounts of their mailbox. */
  accountsOf: (userId: string) => readonly string[];
  rolesOf: (userId: string) => readonly StaffRole[];
  /** Who can act in a role now. */
  serving: Readonly<Record<'moderator' | 'admin', readonly string[]>>;
  /** Whether one of these accounts has reported what a case is about. */
  hasWritten: (caseId: string, accounts: readonly string[]) => boolean;
};

type Reading = {
  found: readonly CaseOfPerson[];
  /** Besides the people of the cases and the team: who judges, and whose decisions are judged. */
  userIds: readonly (string | null)[];
  now: Date;
};

/** Reads the interests in any number of cases by the same number of statements. */
export async function readInterests(
  { sources }: Pick<ModerationContext, 'sources'>,
  orm: Orm | Transaction,
  { found, userIds, now }: Reading,
): Promise<Interests> {
  const idsOf = async (role: StaffRole) => (await listStaff(orm, role, now)).map(({ id }) => id);
  const serving = { moderator: await idsOf('moderator'), admin: await idsOf('admin') };
  const wanted = [...userIds, ...found.map(personOf), ...serving.moderator];
  const people = [...new Set(wanted.filter((id) => id !== null))];
  const accounts = await findAccountsOfPeople(orm, people);
  const roles = await findRolesOfUsers(orm, people);
  const caseIds = found.map(({ id }) => id);
  const all = [...new Set([...accounts.values()].flat())];
  const writers = new Set<string>();
  for (const source of sources)
    for (const { caseId, userId } of await source.findWriters(orm, caseIds, all))
      writers.add(`${caseId} ${userId}`);
  return {
    accountsOf: (userId) => accounts.get(userId) ?? [userId],
    rolesOf: (userId) => roles.get(userId) ?? [],
    serving,
    hasWritten: (caseId, own) => own.some((userId) => writers.has(`${caseId} ${userId}`)),
  };
}

/** The user whom a case is about: also one who is deleted, by their id alone. */
export const personOf = ({ userId, targetKind, targetId }: CaseOfPerson): string | null =>
  userId ?? (targetKind === 'user' ? targetId : null);

type OwnCase = {
  found: CaseOfPerson;
  actorId: string;
  /** Who cannot decide it either: of an appeal, who took the measure. */
  except?: readonly string[];
};

/**
 * Nobody judges their own case, with any account of theirs: one about them, and while a member who did not report it
 * can decide it, one that they reported.
 */
export function isOwnCase(
  { accountsOf, rolesOf, serving, hasWritten }: Interests,
  { found, actorId, except = [] }: OwnCase,
): boolean {
  const own = accountsOf(actorId);
  const person = personOf(found);
  if (person !== null && own.includes(person)) return true;
  if (!hasWritten(found.id, own)) return false;
  const role = person !== null && rolesOf(person).length > 0 ? 'admin' : 'moderator';
  const excluded = [...own, ...except, ...(person === null ? [] : accountsOf(person))];
  return serving[role].some((id) => !excluded.includes(id) && !hasWritten(found.id, accountsOf(id)));
}
