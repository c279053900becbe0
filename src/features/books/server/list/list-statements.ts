import { BOOK_COLUMNS_SQL, type BookRecord } from '../book-row.ts';
import { isListedSql } from '../expiry/listing-period.ts';
import type { CappedPaging, ListStart } from './list-cursor.ts';

export type ListedRow = BookRecord & {
  tier: 0 | 1;
  /** Behind the others of a capped page. */
  is_deferred: boolean;
};
export type ListFilter = CappedPaging & { subject?: string };

/** `begun`: the time of the first page. */
export type ListRequest = { filter: ListFilter; start: ListStart | null; begun: Date; present: Date };

/**
 * Parameters: $1 the time of the first page, $2 limit, $3 now, then if given the subject, and the cursor's
 * time and id.
 */
export type ListStatement = { name: string; text: string };

export const IS_BOOSTED = 'b.is_boosted AND b.boosted_until > $1';
export const NEWEST_FIRST = 'b.created_at DESC, b.id DESC';

/** The listings `b` of a list with this condition. */
export const listedSql = ({ filter }: ListRequest, condition: string): string =>
  `${isListedSql('b', '$3')} AND ${condition} ${filter.subject === undefined ? '' : 'AND b.subject = $4'}`;

/** The newest listings of a tier: 0 boosted, 1 not. */
export const tierSql = (request: ListRequest, tier: 0 | 1, start = ''): string =>
  `(SELECT ${tier} AS tier, false AS is_deferred, b.* FROM books b
    WHERE ${listedSql(request, tier === 0 ? IS_BOOSTED : `NOT (${IS_BOOSTED})`)} ${start}
    ORDER BY ${NEWEST_FIRST} LIMIT $2)`;

/**
 * LATERAL, because for a plain join the planner reads and hashes all users to find twenty sellers; with 4,000
 * users that costs twice the rest.
 */
export const withSellersSql = (
  tiers: readonly string[],
  order: string,
): string => `SELECT b.tier, b.is_deferred, ${BOOK_COLUMNS_SQL}
  FROM (SELECT * FROM (${tiers.join(' UNION ALL ')}) b ORDER BY ${order} LIMIT $2) b
  CROSS JOIN LATERAL (SELECT * FROM users WHERE id = b.seller_id LIMIT 1) u
  ORDER BY ${order}`;

export const statementName = ({ filter }: ListRequest, kind: string | number): string =>
  `list-books-${filter.subject === undefined ? 'all' : 'subject'}-${kind}`;
