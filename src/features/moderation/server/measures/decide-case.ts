import { eq } from 'drizzle-orm';
import { requireFreshPasskey } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { hasRole } from '#platform/shared/team/staff-roles.ts';
import type { MeasureInput, StaffMeasure } from '../../measure-schemas.ts';
import { moderationProblem } from '../../contract.ts';
import type { MeasureReason } from '../../rules.ts';
import { addToCase } from '../cases/add-to-case.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { cases } from '../table.ts';
import { deleteAccount } from './delete-account.ts';
import type { Decider } from './lock-case.ts';
import { lockObjects } from './lock-objects.ts';
import type { MeasureRow } from './record-measure.ts';
import { readMeasure } from './staff-measures.ts';
import { takeMeasure } from './take-measure.ts';

/**
 * Decides a case with a measure. To delete an account needs the role of an administrator. Throws the errors of
 * `takeMeasure`, 'role-required', 'passkey-required', 'cannot-delete-last-admin'.
 */
export async function decideCase(
  context: ModerationContext,
  actor: Actor,
  { caseId, input }: { caseId: string; input: MeasureInput },
): Promise<StaffMeasure> {
  const { database, clock } = context;
  const { kind } = input;
  const now = clock.now();
  const measure =
    kind === 'delete'
      ? await deletePerson(context, actor, { caseId, input })
      : await database.transaction((tx) =>
          takeMeasure(context, tx, { actor, caseId, input: { ...input, kind }, now }),
        );
  return readMeasure(database.orm, measure.id);
}

async function deletePerson(
  context: ModerationContext,
  actor: Actor,
  { caseId, input }: { caseId: string; input: MeasureInput },
): Promise<MeasureRow> {
  if (!hasRole(actor, 'admin')) throw commonProblem('role-required');
  requireFreshPasskey(actor, context.clock.now());
  const { orm } = context.database;
  const [found] = await orm.select({ userId: cases.userId }).from(cases).where(eq(cases.id, caseId));
  if (found === undefined) throw moderationProblem('case-not-found');
  if (found.userId === null) throw moderationProblem('invalid-measure');
  const { reason, note, internalNote } = input;
  const words = { reason, note, internalNote };
  const { measure } = await deleteAccount(context, {
    actor,
    userId: found.userId,
    caseId,
    ban: true,
    ...words,
  });
  return measure;
}

export type ListingRemoval = {
  actor: Decider;
  bookId: string;
  sellerId: string;
  reason: MeasureReason;
  note: string;
  now: Date;
};

/** Removes a listing as a measure without a report: its case is opened. Throws the errors of `takeMeasure`. */
export async function removeListing(
  context: ModerationContext,
  tx: Transaction,
  { actor, bookId, sellerId, reason, note, now }: ListingRemoval,
): Promise<void> {
  const target = { kind: 'book', id: bookId } as const;
  await lockObjects(tx, { userId: sellerId, bookId });
  const { caseId } = await addToCase(tx, { target, userId: sellerId, kind: null, now });
  const input = { kind: 'remove', reason, note, internalNote: '' } as const;
  await takeMeasure(context, tx, { actor, caseId, input, now });
}
