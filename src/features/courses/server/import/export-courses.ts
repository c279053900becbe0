import type { Database } from '#platform/server/database/database.ts';
import { MAX_READING_LIST_ROWS } from '../../rules.ts';
import { columns, toCsv } from './csv-file.ts';

type Row = Record<(typeof columns)[number], string | null>;

/** All courses and their books as a CSV file. Longer than an import takes, it has to be split first. */
export async function exportCourses(database: Database): Promise<string> {
  const { rows } = await database.pool.query<Row>({
    name: 'export-courses',
    text: `SELECT c.written_code AS code, c.title, c.term, b.isbn, b.requirement
      FROM courses c LEFT JOIN course_books b ON b.course_code = c.code AND b.left_at IS NULL
      ORDER BY c.code, b.place, b.isbn LIMIT ${MAX_READING_LIST_ROWS}`,
  });
  return toCsv(
    columns,
    rows.map((row) => columns.map((name) => row[name])),
  );
}
