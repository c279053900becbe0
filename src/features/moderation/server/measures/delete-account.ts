import { banEmail, hashOfBan } from '#features/accounts/server/public.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { moderationProblem } from '../../contract.ts';
import type { MeasureReason } from '../../rules.ts';
import { addToCase } from '../cases/add-to-case.ts';
import { closeCasesOfDeleted } from '../cases/close-case.ts';
import { sendDeletion } from '../decisions/send-statements.ts';
import type { ModerationContext } from '../moderation-context.ts';
import {
  type CaseRow,
  type Decider,
  lockCaseToDecide,
  lockPerson,
  type Person,
  throwIfCannotMeasure,
} from './lock-case.ts';
import { type Causes, findCauses, type MeasureRow, recordMeasure } from './record-measure.ts';

export type AccountDeletion = {
  actor: Decider;
  userId: string;
  /** Null: the case of the user, which is opened. */
  caseId: string | null;
  /** Also bans a verified email, and deletes the other accounts that have verified its mailbox. */
  ban: boolean;
  reason: MeasureReason;
  note: string;
  internalNote: string;
  /** What is thrown if one of them is an administrator. */
  refuseAdmin?: () => Error;
};

/** What is read before the user is deleted. */
type Before = { caseId: string; causes: Causes; person: Person; bannedEmailHash: string | null };

/**
 * Deletes a user with all of their data as a measure. Its statement goes to the verified email of before, with a link
 * that appeals. Throws 'user-not-found', 'cannot-measure-staff', and the errors of `lockCaseToDecide`.
 */
export async function deleteAccount(
  context: ModerationContext,
  deletion: AccountDeletion,
): Promise<{ measure: MeasureRow; banned: boolean }> {
  const { actor, userId, reason, note, internalNote } = deletion;
  const refuse = deletion.refuseAdmin ?? (() => moderationProblem('cannot-measure-staff'));
  /** The other cases that it closes name it. */
  const measureId = newId(context.clock.now());
  let before: Before | undefined;
  let measure: MeasureRow | undefined;
  await context.accounts.deleteUser(
    userId,
    async (tx, { id, email, emailVerified, isAdmin }, now) => {
      if (isAdmin) throw refuse();
      const target = { kind: 'user' as const, id };
      await recordAdminAction(tx, { actorId: actor.id, action: 'user-deleted', target, now });
      if (id !== userId) {
        const exceptCaseId = before!.caseId;
        await closeCasesOfDeleted(context, tx, {
          userId: id,
          exceptCaseId,
          actorId: actor.id,
          measureId,
          now,
        });
        return [];
      }
      const { person, ...facts } = await readBefore(context, tx, { ...deletion, measureId }, now);
      before = { person, ...facts, bannedEmailHash: null };
      // An unverified email may belong to another person, who could no longer sign up.
      if (!deletion.ban || !emailVerified) return [];
      // The stored name of a ban.
      await recordAdminAction(tx, { actorId: actor.id, action: 'email-barred', target, now });
      before.bannedEmailHash = await hashOfBan(tx, { email, secrets: context.secrets });
      return banEmail(tx, { email, secrets: context.secrets, now });
    },
    async (tx, now) => {
      const { caseId, causes, person, bannedEmailHash } = before!;
      const words = { reason, note, internalNote };
      measure = await recordMeasure(context, tx, {
        measure: { id: measureId, caseId, kind: 'delete', ...words, ...causes, bannedEmailHash },
        actorId: actor.id,
        target: { kind: 'user', id: userId },
        now,
      });
      await sendDeletion(context, tx, { measure, person });
    },
  );
  return { measure: measure!, banned: before!.bannedEmailHash !== null };
}

async function readBefore(
  context: ModerationContext,
  tx: Transaction,
  { actor, userId, caseId, measureId }: AccountDeletion & { measureId: string },
  now: Date,
): Promise<Omit<Before, 'bannedEmailHash'>> {
  const found = await lockCaseToDecide(context, tx, {
    actor,
    now,
    caseId: caseId ?? (await openCase(tx, userId, now)),
  });
  throwIfOther(found, userId);
  const person = (await lockPerson(tx, userId))!;
  throwIfCannotMeasure(person, actor);
  const causes = await findCauses(context, tx, found);
  await closeCasesOfDeleted(context, tx, {
    userId,
    exceptCaseId: found.id,
    actorId: actor.id,
    measureId,
    now,
  });
  return { caseId: found.id, causes, person };
}

const openCase = async (tx: Transaction, userId: string, now: Date): Promise<string> =>
  (await addToCase(tx, { target: { kind: 'user', id: userId }, userId, kind: null, now })).caseId;

function throwIfOther(found: CaseRow, userId: string): void {
  if (found.userId !== userId) throw moderationProblem('invalid-measure');
}
