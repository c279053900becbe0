import { isAvailableSql } from '#features/books/server/public.ts';
import { editionsOfWorkSql } from '#features/editions/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { OtherCopy } from '../contract.ts';
import { MAX_OTHER_COPIES } from '../rules.ts';

/** Available copies of all editions of the same work, the cheapest first. */
export async function findOtherCopies(
  { pool }: Database,
  isbn: string | null,
  now: Date,
): Promise<OtherCopy[]> {
  if (isbn === null) return [];
  const { rows } = await pool.query<OtherCopy>({
    name: 'find-other-copies',
    text: `SELECT b.id, b.title, b.author, b.isbn, b.condition, b.price
      FROM (${editionsOfWorkSql('$1::text')}) e JOIN books b ON b.isbn = e.isbn
      WHERE b.isbn IS NOT NULL AND ${isAvailableSql('b', '$2')}
      ORDER BY b.price, b.id LIMIT ${MAX_OTHER_COPIES}`,
    values: [isbn, now],
  });
  return rows;
}
