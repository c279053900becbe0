import { findAccountsOfPerson, userChanged } from '#features/accounts/server/public.ts';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { createExcerpt } from '#features/notifications/rules.ts';
import { reviewProblem } from '#features/reviews/contract.ts';
import { findPublicReview, removePublicReview, reviewsChanged } from '#features/reviews/server/public.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { noteRequired } from '../../measure-schemas.ts';
import { type MeasureReason, needsWords } from '../../rules.ts';
import { addToCase } from '../cases/add-to-case.ts';
import { sendDecision } from '../decisions/send-statements.ts';
import type { ModerationContext } from '../moderation-context.ts';
import { type Decider, lockCaseToDecide, lockPerson, throwIfCannotMeasure } from './lock-case.ts';
import { findCauses, recordMeasure } from './record-measure.ts';

type ReviewRemoval = { id: string; reason: MeasureReason; note: string; internalNote: string };

/**
 * Removes a public review with its stars, and warns its author with a statement that names it. Closes its case. It is
 * kept unseen until its appeal has ended. Of an author who has left there is nobody to tell. Throws
 * 'review-not-found', 'cannot-remove-own' (nobody judges what is said about themselves), 'cannot-measure-staff',
 * 'invalid-request' for the reason 'other' without words, and the errors of `lockCaseToDecide`.
 */
export async function removeReview(
  context: ModerationContext,
  actor: Decider,
  { id, ...words }: ReviewRemoval,
): Promise<{ removed: true }> {
  const { database, clock, events } = context;
  const now = clock.now();
  const actorId = actor.id;
  await database.transaction(async (tx) => {
    const review = await findPublicReview(tx, id, now);
    if (review === undefined) throw reviewProblem('review-not-found');
    if ((await findAccountsOfPerson(tx, actorId)).includes(review.reviewedId))
      throw reviewProblem('cannot-remove-own');
    const target = { kind: 'review', id } as const;
    const person = await lockPerson(tx, review.authorId);
    throwIfCannotMeasure(person, actor);
    throwIfWordless(words, person === null ? 'internalNote' : 'note');
    const userId = person?.id ?? null;
    const { caseId } = await addToCase(tx, { target, userId, kind: null, now });
    const causes = await findCauses(context, tx, await lockCaseToDecide(context, tx, { caseId, actor, now }));
    const removed = await removePublicReview(tx, id, now);
    if (removed === undefined) throw reviewProblem('review-not-found');
    const title = createExcerpt(removed.text) || '★'.repeat(removed.stars);
    const measure = await recordMeasure(context, tx, {
      measure: { caseId, kind: 'warn', reviewId: id, title, userId, ...words, ...causes },
      actorId,
      now,
    });
    const details = { userId: removed.authorId ?? removed.reviewedId };
    await recordAdminAction(tx, { actorId, action: 'review-removed', target, details, now });
    events.publish(reviewsChanged, { userId: removed.reviewedId });
    if (person === null) return;
    await sendDecision(context, tx, { measure, person });
    events.publish(userChanged, { userId: person.id });
  });
  return { removed: true };
}

/** `path`: the note of the statement, or the internal one if the author has left. */
function throwIfWordless(words: Omit<ReviewRemoval, 'id'>, path: 'note' | 'internalNote'): void {
  if (needsWords(words.reason) && words[path] === '')
    throw commonProblem('invalid-request', { errors: [{ path, text: noteRequired }], text: noteRequired });
}
