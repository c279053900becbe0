import { sql } from 'drizzle-orm';
import type { FirstListingHook } from '#features/books/server/public.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { caseChanged } from '../case-hooks.ts';
import { addToCase } from '../cases/add-to-case.ts';

/** SQL: whether a listing of this seller that waits has an open case: one of an account is enough. */
export const hasOpenReviewSql = (sellerId: string): string => `EXISTS (
  SELECT FROM cases c JOIN books asked ON asked.id::text = c.target_id
  WHERE c.user_id = ${sellerId} AND c.is_first_listing AND c.state <> 'closed' AND c.target_kind = 'book'
    AND asked.deleted_at IS NULL AND asked.hidden_by = '{review}')`;

/** Asks the team about a listing that waits, unless it is asked about another one of its seller. */
export const createFirstListingHook =
  ({ events }: { events: Pick<EventBus, 'publish'> }): FirstListingHook =>
  async (tx, { bookId, sellerId }, now) => {
    const { rows } = await tx.execute<{ isAsked: boolean }>(sql`
      SELECT ${sql.raw(hasOpenReviewSql('given.id'))} AS "isAsked" FROM (SELECT ${sellerId}::uuid AS id) given`);
    if (rows[0]?.isAsked === true) return;
    const { caseId } = await addToCase(tx, {
      target: { kind: 'book', id: bookId },
      userId: sellerId,
      kind: 'first-listing-received',
      isFirstListing: true,
      now,
    });
    events.publish(caseChanged, { caseId });
  };
