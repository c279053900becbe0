import type { ServerContext } from '#platform/server/server-context.ts';
import { reviewEndpoints } from '../contract.ts';
import { announceReviews, selectUnannounced, selectNextPublication } from './announce-reviews.ts';
import { listReviewRequests } from './list-review-requests.ts';
import { listReviews } from './list-reviews.ts';
import { replyToReview, writeReview } from './write-review.ts';

/** Mounts the endpoints of reviews, and the job that tells of new ones. */
export async function mountReviews(context: ServerContext): Promise<void> {
  const { endpoints, database, clock, jobs } = context;
  await jobs.schedule('announce-reviews', '* * * * *', () => announceReviews(context), {
    due: selectUnannounced,
    nextDue: selectNextPublication,
  });
  endpoints.mount(reviewEndpoints, {
    'POST /api/reservations/:id/review': ({ actor, params, body }) =>
      writeReview(context, actor.id, { saleId: params.id, input: body }),
    'GET /api/users/me/review-requests': ({ actor, query }) =>
      listReviewRequests(database, actor.id, query, clock.now()),
    'POST /api/reviews/:id/reply': ({ actor, params, body }) =>
      replyToReview(context, actor.id, { ...params, ...body }),
    'GET /api/users/:id/reviews': ({ params, query }) =>
      listReviews(database, { ...query, userId: params.id }, clock.now()),
  });
}
