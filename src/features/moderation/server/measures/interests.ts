import { inArray } from 'drizzle-orm';
import { findAccountsOfPeople, findRolesOfUsers, listStaff } from '#features/accounts/server/public.ts';
import { reviews } from '#features/reviews/server/table.ts';
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
  /** Whether one of these accounts has reported what a case is about, or the review of the case is about it. */
  isInvolved: (caseId: string, accounts: readonly string[]) => boolean;
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
  const involved = await findReviewed(orm, found);
  for (const source of sources)
    for (const { caseId, userId } of await source.findWriters(orm, caseIds, all))
      involved.add(`${caseId} ${userId}`);
  return {
    accountsOf: (userId) => accounts.get(userId) ?? [userId],
    rolesOf: (userId) => roles.get(userId) ?? [],
    serving,
    isInvolved: (caseId, own) => own.some((userId) => involved.has(`${caseId} ${userId}`)),
  };
}

/** Whom the reviews of cases are about, each with its case. */
async function findReviewed(orm: Orm | Transaction, found: readonly CaseOfPerson[]): Promise<Set<string>> {
  const caseOf = new Map(
    found.flatMap(({ id, targetKind, targetId }) =>
      targetKind === 'review' ? [[targetId, id] as const] : [],
    ),
  );
  if (caseOf.size === 0) return new Set();
  const { id, reviewedId } = reviews;
  const rows = await orm
    .select({ id, reviewedId })
    .from(reviews)
    .where(inArray(id, [...caseOf.keys()]));
  return new Set(rows.map((row) => `${caseOf.get(row.id)} ${row.reviewedId}`));
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
 * Nobody judges their own case, with any account of theirs: one about them, and while a member who is not involved
 * can decide it, one that they reported, or whose review is about them.
 */
export function isOwnCase(
  { accountsOf, rolesOf, serving, isInvolved }: Interests,
  { found, actorId, except = [] }: OwnCase,
): boolean {
  const own = accountsOf(actorId);
  const person = personOf(found);
  if (person !== null && own.includes(person)) return true;
  if (!isInvolved(found.id, own)) return false;
  const role = person !== null && rolesOf(person).length > 0 ? 'admin' : 'moderator';
  const excluded = [...own, ...except, ...(person === null ? [] : accountsOf(person))];
  return serving[role].some((id) => !excluded.includes(id) && !isInvolved(found.id, accountsOf(id)));
}
