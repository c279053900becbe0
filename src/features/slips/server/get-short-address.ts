import type { Database } from '#platform/server/database/database.ts';
import { type ShortAddress, slipProblem } from '../contract.ts';
import { isShownSql } from '#features/books/server/public.ts';
import { findOtherCopies } from './find-other-copies.ts';

type Row = { bookId: string | null; title: string | null; isbn: string | null; state: ShortAddress['state'] };

/** Throws 'short-address-not-found'. A deleted listing keeps its address, and tells nothing but its ISBN; a hidden one has none. */
export async function getShortAddress(database: Database, code: string, now: Date): Promise<ShortAddress> {
  const { rows } = await database.pool.query<Row>({
    name: 'find-short-address',
    text: `SELECT b.id AS "bookId", b.title, coalesce(b.isbn, s.isbn) AS isbn,
        CASE WHEN b.id IS NULL THEN 'deleted' WHEN b.sold_at IS NULL THEN 'listed' ELSE 'sold' END AS state
      FROM short_addresses s LEFT JOIN books b ON b.id = s.book_id AND ${isShownSql('b')}
      WHERE s.code = $1 AND NOT EXISTS (SELECT FROM books hidden WHERE hidden.id = s.book_id AND hidden.deleted_at IS NULL AND NOT ${isShownSql('hidden')})`,
    values: [code],
  });
  const [address] = rows;
  if (address === undefined) throw slipProblem('short-address-not-found');
  const otherCopies = address.state === 'listed' ? [] : await findOtherCopies(database, address.isbn, now);
  return { ...address, otherCopies };
}
