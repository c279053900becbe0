import { type SQL, sql } from 'drizzle-orm';
import { hasBlockedSql, isBlockedSql } from '#features/blocks/server/public.ts';
import { books } from '#features/books/server/public.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { QUESTION_DAYS } from '../rules.ts';
import { namedSales } from './table.ts';

const BUYER = 'named_sales.buyer_id';
const SELLER = 'named_sales.seller_id';

/**
 * Whether the buyer of a named sale, joined with its listing, may respond: for 14 days, while the listing
 * exists and neither has blocked the other. Nothing is stored when that ends, so no work is due.
 */
export const isQuestionOpen = (now: Date): SQL<boolean> => isOpen(now, isBlockedSql(BUYER, SELLER));

/** The same for the seller, who does not learn of a block by the buyer. */
export const looksOpenToSeller = (now: Date): SQL<boolean> => isOpen(now, hasBlockedSql(SELLER, BUYER));

const isOpen = (now: Date, isBlocked: string) => sql<boolean>`(${books.deletedAt} IS NULL
  AND ${namedSales.createdAt} > ${new Date(now.getTime() - QUESTION_DAYS * DAY_MS)} AND NOT ${sql.raw(isBlocked)})`;
