import type { Transaction } from '#platform/server/database/database.ts';
import { hasRole } from '#platform/shared/team/staff-roles.ts';
import { moderationProblem } from '../../contract.ts';
import { type Interests, isOwnCase, readInterests } from '../measures/interests.ts';
import { type CaseRow, type Decider, lockPerson, type Person } from '../measures/lock-case.ts';
import type { MeasureRow } from '../measures/record-measure.ts';
import type { ModerationContext } from '../moderation-context.ts';

type Appealed = { found: CaseRow; measure: MeasureRow };
type Deciding = { isSameMember: boolean; person: Person | null };

/** The users whose interests decide about appeals. */
export const usersOfAppeals = (appealed: readonly Appealed[], actor: Decider): (string | null)[] => [
  actor.id,
  ...appealed.flatMap(({ measure }) => [measure.decidedBy, measure.userId]),
];

/**
 * Why a member may not answer an appeal: another one does than the one who took the measure, unless there is no other,
 * and never the person themselves. Null: they may.
 */
export function refusalOf(
  interests: Interests,
  { found, measure, actor }: Appealed & { actor: Decider },
): 'own-case' | 'cannot-measure-staff' | 'case-taken' | null {
  const deciders = decidersOf(interests, measure);
  if (isOwnCase(interests, { found, actorId: actor.id, except: deciders })) return 'own-case';
  const isAboutMember = measure.userId !== null && interests.rolesOf(measure.userId).length > 0;
  if (isAboutMember && !hasRole(actor, 'admin')) return 'cannot-measure-staff';
  if (deciders.includes(actor.id) && hasOther(interests, measure, deciders)) return 'own-case';
  const { state, takenBy } = found;
  // The member who took the measure cannot keep the others from its appeal.
  if (takenBy === null || takenBy === actor.id || deciders.includes(takenBy)) return null;
  return state === 'in-review' && interests.serving.moderator.includes(takenBy) ? 'case-taken' : null;
}

const decidersOf = ({ accountsOf }: Interests, { decidedBy }: MeasureRow): readonly string[] =>
  decidedBy === null ? [] : accountsOf(decidedBy);

/** Members of the team are judged by administrators. */
function hasOther(
  { accountsOf, rolesOf, serving }: Interests,
  { userId }: MeasureRow,
  deciders: readonly string[],
): boolean {
  const role = userId !== null && rolesOf(userId).length > 0 ? 'admin' : 'moderator';
  const excluded = [...deciders, ...(userId === null ? [] : accountsOf(userId))];
  return serving[role].some((id) => !excluded.includes(id));
}

/** Throws 'own-case', 'case-taken', 'cannot-measure-staff'. */
export async function throwIfCannotDecide(
  context: Pick<ModerationContext, 'sources'>,
  tx: Transaction,
  { now, ...appeal }: Appealed & { actor: Decider; now: Date },
): Promise<Deciding> {
  const { found, measure, actor } = appeal;
  const person = await lockPerson(tx, measure.userId);
  const userIds = usersOfAppeals([appeal], actor);
  const interests = await readInterests(context, tx, { found: [found], userIds, now });
  const refusal = refusalOf(interests, appeal);
  if (refusal !== null) throw moderationProblem(refusal);
  return { isSameMember: decidersOf(interests, measure).includes(actor.id), person };
}
