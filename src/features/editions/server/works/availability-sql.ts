import { isAvailableSql } from '#features/books/server/public.ts';
import { MAX_COUNTED_COPIES } from '../../rules.ts';

export type Availability = { available: number; lowest: number | null };

type Copies = {
  /** SQL of the ISBN, and of the present time. */
  isbn: string;
  now: string;
  /** SQL over the listing `b`. */
  condition?: string;
};

const copiesOf = ({ isbn, now, condition = 'true' }: Copies) =>
  `FROM books b WHERE b.isbn = ${isbn} AND b.isbn IS NOT NULL AND ${isAvailableSql('b', now)} AND ${condition}`;

/** SQL of the columns of `Availability`, for a lateral join. It reads a bounded part of an index, once: the cheapest copies. */
export const availabilitySql = (
  copies: Copies,
): string => `SELECT count(*)::int AS available, min(c.price) AS lowest
  FROM (SELECT b.price ${copiesOf(copies)} ORDER BY b.price LIMIT ${MAX_COUNTED_COPIES}) c`;

/** SQL of the cheapest of these copies, for a lateral join. */
export const cheapestCopiesSql = (copies: Copies, limit: number): string =>
  `SELECT b.isbn, b.id, b.price, b.seller_id ${copiesOf(copies)} ORDER BY b.price LIMIT ${limit}`;
