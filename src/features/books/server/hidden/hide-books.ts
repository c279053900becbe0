import { inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { HideReason } from '../../hide-reasons.ts';
import { enqueueAvailableBook } from '../availability/enqueue-available-book.ts';
import type { BookContext } from '../book-events.ts';
import { books } from '../table.ts';

/** SQL: whether others than its seller and the team may see a listing, sold and expired ones too. */
export const isShownSql = (book: string): string =>
  `(${book}.deleted_at IS NULL AND ${book}.hidden_by = '{}')`;

type HiddenBook = { id: string; sellerId: string };

/**
 * Hides listings for a reason, besides others. Returns those that nobody sees from now on: the caller publishes
 * `bookChanged` of each.
 */
export async function hideBooks(
  tx: Transaction,
  bookIds: readonly string[],
  reason: HideReason,
  now: Date,
): Promise<HiddenBook[]> {
  await lockInOrder(tx, bookIds);
  const { rows } = await tx.execute<HiddenBook & { wasShown: boolean }>(sql`
    UPDATE books b SET hidden_by = array_append(b.hidden_by, ${reason}), hidden_at = coalesce(b.hidden_at, ${now}),
      is_active = false
    FROM books before WHERE before.id = b.id AND b.id = ANY (${sql.param(bookIds)}::uuid[]) AND NOT (b.hidden_by @> ARRAY[${reason}])
    RETURNING b.id, b.seller_id AS "sellerId", before.hidden_by = '{}' AS "wasShown"`);
  return rows.filter(({ wasShown }) => wasShown).map(({ id, sellerId }) => ({ id, sellerId }));
}

/**
 * Takes a reason back. Returns those that others see again, exactly as they were: their time and their boost get
 * back what they lost. With `jobs` they are compared with what users want. The caller publishes `bookChanged` of each.
 */
export async function unhideBooks(
  tx: Transaction,
  bookIds: readonly string[],
  reason: HideReason,
  now: Date,
  jobs?: BookContext['jobs'],
): Promise<HiddenBook[]> {
  await lockInOrder(tx, bookIds);
  const { rows } = await tx.execute<HiddenBook & { isShown: boolean }>(sql`
    UPDATE books b SET hidden_by = array_remove(hidden_by, ${reason}),
      hidden_at = CASE WHEN ${isLast(reason)} THEN NULL ELSE hidden_at END,
      is_active = ${isLast(reason)} AND sold_at IS NULL AND deleted_at IS NULL AND NOT is_expired,
      expires_at = CASE WHEN ${isLast(reason)} AND NOT is_expired THEN expires_at + (${now} - hidden_at) ELSE expires_at END,
      boosted_until = CASE WHEN ${isLast(reason)} AND boosted_until > hidden_at THEN boosted_until + (${now} - hidden_at)
        ELSE boosted_until END
    WHERE id = ANY (${sql.param(bookIds)}::uuid[]) AND hidden_by @> ARRAY[${reason}]
    RETURNING id, seller_id AS "sellerId", hidden_by = '{}' AS "isShown"`);
  if (jobs !== undefined)
    for (const { id, isShown } of rows) if (isShown) await enqueueAvailableBook({ jobs }, tx, id);
  return rows.filter(({ isShown }) => isShown).map(({ id, sellerId }) => ({ id, sellerId }));
}

const isLast = (reason: HideReason) => sql`hidden_by <@ ARRAY[${reason}]`;

async function lockInOrder(tx: Transaction, bookIds: readonly string[]): Promise<void> {
  await tx
    .select({ id: books.id })
    .from(books)
    .where(inArray(books.id, [...bookIds]))
    .orderBy(books.id)
    .for('no key update');
}
