import type { Database } from '#platform/server/database/database.ts';
import { MAX_READING_LIST_ROWS } from '../../rules.ts';
import { columns, OPTIONAL_COLUMN, toCsv } from './csv-file.ts';

const names = [...columns, OPTIONAL_COLUMN] as const;

type Row = Record<(typeof names)[number], string | null>;

/** All courses and their books as a CSV file. Longer than an import takes, it has to be split first. */
export async function exportCourses(database: Database): Promise<string> {
  const { rows } = await database.pool.query<Row>({
    name: 'export-courses',
    text: `SELECT c.written_code AS code, c.title, c.term, b.isbn, b.requirement, b.accepts AS editions
      FROM courses c LEFT JOIN course_books b ON b.course_code = c.code AND b.left_at IS NULL
      ORDER BY c.code, b.place, b.isbn LIMIT ${MAX_READING_LIST_ROWS}`,
  });
  return toCsv(
    names,
    rows.map((row) => names.map((name) => row[name])),
  );
}
