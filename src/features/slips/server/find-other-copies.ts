import { isAvailableSql } from '#features/books/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { OtherCopy } from '../contract.ts';
import { MAX_OTHER_COPIES } from '../rules.ts';

/** Which listings are copies of the same work as an ISBN: those of this ISBN. `$1` is the ISBN. */
const SAME_WORK_SQL = 'b.isbn = $1 AND b.isbn IS NOT NULL';

/** Available copies of the same work, the cheapest first. */
export async function findOtherCopies(
  { pool }: Database,
  isbn: string | null,
  now: Date,
): Promise<OtherCopy[]> {
  if (isbn === null) return [];
  const { rows } = await pool.query<OtherCopy>({
    name: 'find-other-copies',
    text: `SELECT b.id, b.title, b.author, b.isbn, b.condition, b.price
      FROM books b WHERE ${SAME_WORK_SQL} AND ${isAvailableSql('b', '$2')}
      ORDER BY b.price, b.id LIMIT ${MAX_OTHER_COPIES}`,
    values: [isbn, now],
  });
  return rows;
}
