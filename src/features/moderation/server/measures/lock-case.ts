import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasOtherStaff } from '#features/accounts/server/public.ts';
import { users } from '#features/accounts/server/table.ts';
import type { Orm, Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { hasRole } from '#platform/shared/team/staff-roles.ts';
import { moderationProblem } from '../../contract.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { waitingAppealSql } from '../cases/select-cases.ts';
import { cases } from '../table.ts';

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
  throwIfTaken(found, actor);
  await throwIfOwnCase(context, tx, { found, actor, now });
  return found;
}

/** Locks a case that this member may decide. Throws as `lockCaseToReview`, and 'appeal-waiting': that is answered first. */
export async function lockCaseToDecide(
  ...[context, tx, review]: Parameters<typeof lockCaseToReview>
): Promise<CaseRow> {
  const found = await lockCaseToReview(context, tx, review);
  if (await hasWaitingAppeal(tx, found.id)) throw moderationProblem('appeal-waiting');
  return found;
}

async function hasWaitingAppeal(tx: Transaction, caseId: string): Promise<boolean> {
  const isWaiting = and(eq(cases.id, caseId), waitingAppealSql);
  return (await tx.$count(cases, isWaiting)) > 0;
}

/** Throws 'case-taken' if another member reviews it. */
export function throwIfTaken({ state, takenBy }: CaseRow, { id }: Decider): void {
  if (state === 'in-review' && takenBy !== null && takenBy !== id) throw moderationProblem('case-taken');
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
  if (await isOwnCase(context, tx, own)) throw moderationProblem('own-case');
}

/**
 * Nobody judges their own case: one about them or another account of their mailbox, and while another moderator
 * exists, one that they reported.
 */
export async function isOwnCase(
  { sources }: Pick<ModerationContext, 'sources'>,
  orm: Orm | Transaction,
  { found, actor, now }: OwnCase,
): Promise<boolean> {
  if (await isAbout(orm, found, actor.id)) return true;
  const person = personOf(found);
  for (const source of sources)
    if (await source.isBy(orm, found.id, actor.id))
      return hasOtherStaff(orm, 'moderator', person === null ? [actor.id] : [actor.id, person], now);
  return false;
}

const personOf = ({ userId, targetKind, targetId }: OwnCase['found']): string | null =>
  userId ?? (targetKind === 'user' ? targetId : null);

/** Whether a case is about this user, or another account of their mailbox. */
export async function isAbout(
  orm: Orm | Transaction,
  found: OwnCase['found'],
  userId: string,
): Promise<boolean> {
  const person = personOf(found);
  if (person === null || person === userId) return person === userId;
  const other = alias(users, 'other');
  const [same] = await orm
    .select({ id: users.id })
    .from(users)
    .innerJoin(other, eq(other.mailbox, users.mailbox))
    .where(
      and(eq(users.id, userId), eq(other.id, person), sql`${users.emailVerified} and ${other.emailVerified}`),
    );
  return same !== undefined;
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

export const isMember = ({ isAdmin, staffRoles }: Pick<Person, 'isAdmin' | 'staffRoles'>): boolean =>
  isAdmin || staffRoles.length > 0;

/** About members of the team only administrators decide. Throws 'cannot-measure-staff'. */
export function throwIfCannotMeasure(person: Person | null, actor: Decider): void {
  if (person !== null && isMember(person) && !hasRole(actor, 'admin'))
    throw moderationProblem('cannot-measure-staff');
}
