import type { Transaction } from '#platform/server/database/database.ts';
import type { Handlers } from '#platform/server/http/endpoint-registry.ts';
import type { ModerationEndpoints } from '../contract.ts';
import { appealByLink, appealOwnDecision, readByLink } from './appeals/appeal-decision.ts';
import { decideAppeal } from './appeals/decide-appeal.ts';
import { listAppeals } from './appeals/list-appeals.ts';
import { countNewDecisions, listDecisions, openDecision } from './decisions/read-decisions.ts';
import { decideCase, type ListingRemoval, removeListing } from './measures/decide-case.ts';
import { type AccountDeletion, deleteAccount } from './measures/delete-account.ts';
import { deleteRemovedListings, eraseOldDeletions, eraseRemovedReviews } from './measures/end-measures.ts';
import { liftMeasure } from './measures/lift-measure.ts';
import { removeReview } from './measures/remove-review.ts';
import type { ModerationContext } from './moderation-context.ts';

type DecisionEndpoints = Pick<
  ModerationEndpoints,
  | 'POST /api/staff/cases/:id/measures'
  | 'POST /api/staff/measures/:id/lift'
  | 'DELETE /api/admin/reviews/:id'
  | 'GET /api/staff/appeals'
  | 'POST /api/staff/appeals/:id/decide'
  | 'GET /api/decisions'
  | 'GET /api/decisions/summary'
  | 'GET /api/decisions/:id'
  | 'POST /api/decisions/:id/appeal'
  | 'POST /api/appeals/read'
  | 'POST /api/appeals'
>;

/** The handlers of measures, appeals and decisions. */
export function createDecisionHandlers(context: ModerationContext): Handlers<DecisionEndpoints> {
  const { database, clock } = context;
  return {
    'POST /api/staff/cases/:id/measures': ({ actor, params, body }) =>
      decideCase(context, actor, { caseId: params.id, input: body }),
    'POST /api/staff/measures/:id/lift': ({ actor, params, body }) =>
      liftMeasure(context, actor, { ...params, ...body }),
    'DELETE /api/admin/reviews/:id': ({ actor, params, query }) =>
      removeReview(context, actor, { ...params, ...query }),
    'GET /api/staff/appeals': ({ actor, query }) => listAppeals(context, actor, query),
    'POST /api/staff/appeals/:id/decide': ({ actor, params, body }) =>
      decideAppeal(context, actor, { ...params, ...body }),
    'GET /api/decisions': ({ actor, query }) => listDecisions(database.orm, actor.id, query, clock.now()),
    'GET /api/decisions/summary': async ({ actor }) => ({
      new: await countNewDecisions(database.orm, actor.id, clock.now()),
    }),
    'GET /api/decisions/:id': ({ actor, params }) =>
      database.transaction((tx) => openDecision(tx, actor.id, params.id, clock.now())),
    'POST /api/decisions/:id/appeal': ({ actor, params, body }) =>
      appealOwnDecision(context, actor.id, { ...params, ...body }),
    'POST /api/appeals/read': ({ body }) => readByLink(context, body.token),
    'POST /api/appeals': ({ body }) => appealByLink(context, body),
  };
}

/** What the dashboard of administrators does as measures. */
export type Moderation = {
  removeListing: (tx: Transaction, removal: ListingRemoval) => Promise<void>;
  deleteAccount: (deletion: AccountDeletion) => Promise<{ banned: boolean }>;
};

export const createModeration = (context: ModerationContext): Moderation => ({
  removeListing: (tx, removal) => removeListing(context, tx, removal),
  deleteAccount: (deletion) => deleteAccount(context, deletion),
});

/** The jobs of the night: what is deleted when nothing can be appealed any more. */
export async function scheduleEnds(context: ModerationContext): Promise<void> {
  await context.jobs.schedule('delete-removed-listings', '41 2 * * *', () => deleteRemovedListings(context));
  await context.jobs.schedule('erase-removed-reviews', '42 2 * * *', () => eraseRemovedReviews(context));
  await context.jobs.schedule('erase-old-deletions', '43 2 * * *', () => eraseOldDeletions(context));
}
