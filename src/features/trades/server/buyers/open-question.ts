import { type SQL, sql } from 'drizzle-orm';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { QUESTION_DAYS } from '../../rules.ts';
import { namedSales } from '../table.ts';

const idOf = { buyer: 'named_sales.buyer_id', seller: 'named_sales.seller_id' };
type Side = keyof typeof idOf;

/**
 * Whether the question of a named sale, joined with its listing, is open for the reader: for 14 days, while
 * the listing exists and the reader has not blocked the other participant. A block in the other direction must
 * not show. Nothing is stored when that ends, so no work is due.
 */
export const isOpenFor = (reader: Side, other: Side, now: Date): SQL<boolean> => sql<boolean>`
  (${books.deletedAt} IS NULL
  AND ${namedSales.createdAt} > ${new Date(now.getTime() - QUESTION_DAYS * DAY_MS)}
  AND NOT ${sql.raw(hasBlockedSql(idOf[reader], idOf[other]))})`;
