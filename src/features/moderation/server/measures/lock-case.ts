import { and, eq, sql } from 'drizzle-orm';
import { findAccountsOfPerson, listStaff } from '#features/accounts/server/public.ts';
import { users } from '#features/accounts/server/table.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { hasRole } from '#platform/shared/team/staff-roles.ts';
import { moderationProblem } from '../../contract.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { waitingAppealSql } from '../appeals/waiting-appeal-sql.ts';
import { cases } from '../table.ts';
import { isOwnCase, personOf, readInterests } from './interests.ts';

/** The member of the team who decides. */
export type Decider = Pick<Actor, 'id' | 'roles'>;

export type CaseRow = typeof cases.$inferSelect;

/** Throws 'case-not-found'. */
export async function lockCase(tx: Transaction, caseId: string): Promise<CaseRow> {
  const [found] = await tx.select().from(cases).where(eq(cases.id, caseId)).for('no key update');
  if (found === undefined) throw moderationProblem('case-not-found');
  return found;
}

/** Locks a case that this member may review. Throws 'case-not-found', 'case-closed', 'case-taken', 'own-case'. */
export async function lockCaseToReview(
  context: Pick<ModerationContext, 'sources'>,
  tx: Transaction,
  { caseId, actor, now }: { caseId: string; actor: Decider; now: Date },
): Promise<CaseRow> {
  const found = await lockCase(tx, caseId);
  if (found.state === 'closed') throw moderationProblem('case-closed');
  await throwIfTaken(tx, found, actor, now);
  await throwIfOwnCase(context, tx, { found, actor, now });
  return found;
}

/** Locks a case that this member may decide. Throws as `lockCaseToReview`, and 'appeal-waiting': that is answered first. */
export async function lockCaseToDecide(
  context: Pick<ModerationContext, 'sources'>,
  tx: Transaction,
  review: { caseId: string; actor: Decider; now: Date },
): Promise<CaseRow> {
  const found = await lockCaseToReview(context, tx, review);
  if (await hasWaitingAppeal(tx, found.id)) throw moderationProblem('appeal-waiting');
  return found;
}

async function hasWaitingAppeal(tx: Transaction, caseId: string): Promise<boolean> {
  const isWaiting = and(eq(cases.id, caseId), waitingAppealSql(sql`${cases.id}`));
  return (await tx.$count(cases, isWaiting)) > 0;
}

/** Throws 'case-taken' if another member reviews it. */
export async function throwIfTaken(
  tx: Transaction,
  found: Pick<CaseRow, 'state' | 'takenBy'>,
  { id }: Decider,
  now: Date,
): Promise<void> {
  if (found.takenBy !== id && (await isInReview(tx, found, now))) throw moderationProblem('case-taken');
}

/** Whether a member who can decide has taken it: one whose role is revoked, or who is paused, holds no case. */
export async function isInReview(
  orm: Orm | Transaction,
  { state, takenBy }: Pick<CaseRow, 'state' | 'takenBy'>,
  now: Date,
): Promise<boolean> {
  if (state !== 'in-review' || takenBy === null) return false;
  return (await listStaff(orm, 'moderator', now)).some(({ id }) => id === takenBy);
}

type OwnCase = {
  found: Pick<CaseRow, 'id' | 'userId' | 'targetKind' | 'targetId'>;
  actor: Pick<Decider, 'id'>;
  now: Date;
};

/** Throws 'own-case'. */
export async function throwIfOwnCase(
  context: Pick<ModerationContext, 'sources'>,
  tx: Transaction,
  own: OwnCase,
): Promise<void> {
  if (await isOwnCaseOf(context, tx, own)) throw moderationProblem('own-case');
}

/** Whether this member may not judge a case: `isOwnCase`. */
export async function isOwnCaseOf(
  context: Pick<ModerationContext, 'sources'>,
  orm: Orm | Transaction,
  { found, actor, now }: OwnCase,
): Promise<boolean> {
  const interests = await readInterests(context, orm, { found: [found], userIds: [actor.id], now });
  return isOwnCase(interests, { found, actorId: actor.id });
}

/** Whether a case is about this user, or another account of their mailbox. */
export async function isAbout(
  orm: Orm | Transaction,
  found: OwnCase['found'],
  userId: string,
): Promise<boolean> {
  const person = personOf(found);
  return person !== null && (await findAccountsOfPerson(orm, userId)).includes(person);
}

export type Person = Pick<
  typeof users.$inferSelect,
  'id' | 'email' | 'emailVerified' | 'isAdmin' | 'staffRoles' | 'language' | 'seenLanguage'
>;

/** The user of a case, whom nobody deletes meanwhile; null without one. */
export async function lockPerson(tx: Transaction, userId: string | null): Promise<Person | null> {
  if (userId === null) return null;
  const { id, email, emailVerified, isAdmin, staffRoles, language, seenLanguage } = users;
  const [person] = await tx
    .select({ id, email, emailVerified, isAdmin, staffRoles, language, seenLanguage })
    .from(users)
    .where(eq(id, userId))
    .for('key share');
  return person ?? null;
}

const isMember = ({ isAdmin, staffRoles }: Pick<Person, 'isAdmin' | 'staffRoles'>): boolean =>
  isAdmin || staffRoles.length > 0;

/** About members of the team only administrators decide. Throws 'cannot-measure-staff'. */
export function throwIfCannotMeasure(person: Person | null, actor: Decider): void {
  if (person !== null && isMember(person) && !hasRole(actor, 'admin'))
    throw moderationProblem('cannot-measure-staff');
}
