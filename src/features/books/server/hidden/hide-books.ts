import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { HideReason } from '../../hide-reasons.ts';
import { delistBooks } from '../availability/delist-books.ts';
import { enqueueAvailableBook } from '../availability/enqueue-available-book.ts';
import type { BookContext } from '../book-events.ts';
import { returnSearchTerms } from '../search/search-terms.ts';
import { books } from '../table.ts';

type ChangedBook = { id: string; sellerId: string };

/**
 * Hides listings for a reason, besides others. What was agreed about them goes on. Returns those that nobody sees
 * from now on: the caller publishes `bookChanged` of each.
 */
export async function hideBooks(
  tx: Transaction,
  bookIds: readonly string[],
  reason: HideReason,
  now: Date,
): Promise<ChangedBook[]> {
  const free = (await lockInOrder(tx, bookIds)).filter(({ hiddenAt }) => hiddenAt === null);
  const active = free.flatMap(({ id, isActive }) => (isActive ? id : []));
  await delistBooks(tx, active, { hiddenBy: [reason], hiddenAt: now });
  await tx.execute(sql`
    UPDATE ${books} SET hidden_by = array_append(hidden_by, ${reason}), hidden_at = coalesce(hidden_at, ${now})
    WHERE id = ANY (${sql.param(bookIds)}::uuid[]) AND NOT hidden_by @> ARRAY[${reason}]`);
  return free.map(({ id, sellerId }) => ({ id, sellerId }));
}

/**
 * Takes a reason back. Returns those that others see again, exactly as they were: their time and their boost get
 * back what they lost. With `jobs` they are compared with what users want, as restored ones are: none is alerted
 * twice. The caller publishes `bookChanged` of each.
 */
export async function unhideBooks(
  tx: Transaction,
  bookIds: readonly string[],
  reason: HideReason,
  now: Date,
  jobs?: BookContext['jobs'],
): Promise<ChangedBook[]> {
  await lockInOrder(tx, bookIds);
  const isLast = sql`hidden_by <@ ARRAY[${reason}]`;
  const lost = sql`(${now}::timestamptz - hidden_at)`;
  const { rows } = await tx.execute<ChangedBook & { isShown: boolean; isActive: boolean }>(sql`
    UPDATE ${books} SET hidden_by = array_remove(hidden_by, ${reason}),
      hidden_at = CASE WHEN NOT ${isLast} THEN hidden_at END,
      is_active = ${isLast} AND sold_at IS NULL AND deleted_at IS NULL AND NOT is_expired,
      expires_at = CASE WHEN ${isLast} AND NOT is_expired THEN expires_at + ${lost} ELSE expires_at END,
      boosted_until = CASE WHEN ${isLast} AND boosted_until > hidden_at THEN boosted_until + ${lost} ELSE boosted_until END
    WHERE id = ANY (${sql.param(bookIds)}::uuid[]) AND hidden_by @> ARRAY[${reason}]
    RETURNING id, seller_id AS "sellerId", hidden_at IS NULL AS "isShown", is_active AS "isActive"`);
  const active = rows.flatMap(({ id, isActive }) => (isActive ? id : []));
  if (active.length > 0) await returnSearchTerms(tx, active);
  if (jobs !== undefined) for (const id of active) await enqueueAvailableBook({ jobs }, tx, id);
  return rows.filter(({ isShown }) => isShown).map(({ id, sellerId }) => ({ id, sellerId }));
}

/** In the order of their ids, as all that locks several listings. */
const lockInOrder = (tx: Transaction, bookIds: readonly string[]) =>
  tx
    .select({
      id: books.id,
      sellerId: books.sellerId,
      isActive: books.isActive,
      hiddenAt: books.hiddenAt,
    })
    .from(books)
    .where(inArray(books.id, [...bookIds]))
    .orderBy(books.id)
    .for('update');
