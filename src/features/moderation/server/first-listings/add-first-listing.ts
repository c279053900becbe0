import { and, eq, isNull, sql } from 'drizzle-orm';
import type { FirstListingHook } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { caseChanged } from '../case-hooks.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { addCaseEvent, addToCase, markCaseClosed } from '../cases/add-to-case.ts';

/** SQL: the listing that a case `c` is about; by the primary key of `books`, because a first listing waits for it. */
const ASKED_SQL = `JOIN books asked ON asked.id = CASE WHEN c.target_kind = 'book' THEN c.target_id::uuid END`;

/** SQL: whether a listing of this seller that waits has an open case: one of an account is enough. */
export const hasOpenReviewSql = (sellerId: string): string => `EXISTS (
  SELECT FROM cases c ${ASKED_SQL}
  WHERE c.user_id = ${sellerId} AND c.is_first_listing AND c.state <> 'closed'
    AND asked.deleted_at IS NULL AND asked.hidden_by = '{review}')`;

/** Whether a listing waits for its review. */
export async function isListingWaiting(tx: Transaction, bookId: string): Promise<boolean> {
  const waiting = and(eq(books.id, bookId), isNull(books.deletedAt), sql`${books.hiddenBy} @> '{review}'`);
  return (await tx.$count(books, waiting)) > 0;
}

/** Asks the team about a listing that waits, unless it is asked about another one of its seller. */
export const createFirstListingHook =
  ({ events }: { events: Pick<EventBus, 'publish'> }): FirstListingHook =>
  async (tx, { bookId, sellerId }, now) => {
    const { rows } = await tx.execute<{ isAsked: boolean }>(sql`
      SELECT ${sql.raw(hasOpenReviewSql('given.id'))} AS "isAsked" FROM (SELECT ${sellerId}::uuid AS id) given`);
    if (rows[0]?.isAsked === true) return;
    for (const closedId of await closeDeleted(tx, sellerId, now))
      events.publish(caseChanged, { caseId: closedId });
    const { caseId } = await addToCase(tx, {
      target: { kind: 'book', id: bookId },
      userId: sellerId,
      kind: 'first-listing-received',
      isFirstListing: true,
      now,
    });
    events.publish(caseChanged, { caseId });
  };

/** The cases of a seller that ask about a deleted listing alone: posting and deleting would fill the queue with them. */
async function closeDeleted(tx: Transaction, sellerId: string, now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT c.id FROM cases c ${sql.raw(ASKED_SQL)}
    WHERE c.user_id = ${sellerId} AND c.is_first_listing AND c.state = 'open'
      AND asked.deleted_at IS NOT NULL AND NOT EXISTS (SELECT FROM case_events e WHERE e.case_id = c.id
        AND e.at >= c.opened_at AND e.kind IN ('report-received', 'notice-received', 'appeal-received'))
    ORDER BY c.id FOR NO KEY UPDATE OF c`);
  for (const { id: caseId } of rows)
    if (await markCaseClosed(tx, caseId, now)) await addCaseEvent(tx, { caseId, kind: 'closed', at: now });
  return rows.map(({ id }) => id);
}
