import { findAccountsOfPerson, hasOtherStaff } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { moderationProblem } from '../../contract.ts';
import {
  type CaseRow,
  type Decider,
  isMember,
  lockPerson,
  type Person,
  throwIfCannotMeasure,
  throwIfOwnCase,
  throwIfTaken,
} from '../measures/lock-case.ts';
import type { MeasureRow } from '../measures/record-measure.ts';
import type { ModerationContext } from '../moderation-context.ts';

type Deciding = { isSameMember: boolean; person: Person | null };

/**
 * Another member decides an appeal than the one who took the measure, unless there is no other, and never the person
 * themselves. Throws 'own-case', 'case-taken', 'cannot-measure-staff'.
 */
export async function throwIfCannotDecide(
  context: Pick<ModerationContext, 'sources'>,
  tx: Transaction,
  { found, measure, actor, now }: { found: CaseRow; measure: MeasureRow; actor: Decider; now: Date },
): Promise<Deciding> {
  const { decidedBy } = measure;
  const deciders = decidedBy === null ? [] : await findAccountsOfPerson(tx, decidedBy);
  await throwIfOwnCase(context, tx, { found, actor, now, except: deciders });
  const person = await lockPerson(tx, measure.userId);
  throwIfCannotMeasure(person, actor);
  const isSameMember = deciders.includes(actor.id);
  if (isSameMember && (await hasOther(tx, person, deciders, now))) throw moderationProblem('own-case');
  // The member who took the measure cannot keep the others from its appeal.
  if (found.takenBy === null || !deciders.includes(found.takenBy)) await throwIfTaken(tx, found, actor, now);
  return { isSameMember, person };
}

/** Members of the team are judged by administrators. */
async function hasOther(
  tx: Transaction,
  person: Person | null,
  deciders: readonly string[],
  now: Date,
): Promise<boolean> {
  if (person === null) return hasOtherStaff(tx, 'moderator', deciders, now);
  const role = isMember(person) ? 'admin' : 'moderator';
  return hasOtherStaff(tx, role, [...deciders, ...(await findAccountsOfPerson(tx, person.id))], now);
}
