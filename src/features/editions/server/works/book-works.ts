import type { BookWorks } from '#features/books/server/public.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { MAX_EDITIONS_OF_WORK } from '../../rules.ts';
import { assignWorks } from './assign-works.ts';
import { editionsOfWorkSql, isConfirmedEditionSql } from './same-work-sql.ts';
import { recognize } from './work-keys.ts';

/** What listings need of works. */
export const bookWorks: BookWorks = {
  recognize: ({ isbn, ...book }) =>
    isbn === null
      ? { workKeys: null, editionNumber: null, recognitionVersion: null }
      : recognize({ isbn, ...book }),
  async assign(tx, isbns, now) {
    await assignWorks(
      tx,
      isbns.filter((isbn) => isbn !== null),
      now,
    );
  },
  async hasOtherIsbns({ pool }, isbn) {
    const { rowCount } = await pool.query({
      name: 'has-other-isbns',
      text: `SELECT FROM work_editions own JOIN work_editions other ON other.work_id = own.work_id AND other.isbn <> own.isbn
        WHERE own.isbn = $1 LIMIT 1`,
      values: [isbn],
    });
    return rowCount === 1;
  },
  isbnsOfWorkSql: editionsOfWorkSql,
};

/** The other ISBNs of the work of an ISBN, at most 50. */
export async function listOtherIsbns({ pool }: ReadableDatabase, isbn: string): Promise<string[]> {
  const { rows } = await pool.query<{ isbn: string }>({
    name: 'other-isbns-of-work',
    text: `SELECT other.isbn FROM work_editions own JOIN work_editions other ON other.work_id = own.work_id AND other.isbn <> own.isbn
      WHERE own.isbn = $1 ORDER BY ${isConfirmedEditionSql('other')} DESC, other.isbn LIMIT ${MAX_EDITIONS_OF_WORK - 1}`,
    values: [isbn],
  });
  return rows.map((row) => row.isbn);
}
