import type { Database } from '#platform/server/database/database.ts';
import { MAX_READING_LIST_ROWS } from '../../rules.ts';

type Row = Record<'code' | 'title' | 'term' | 'isbn' | 'requirement', string | null>;

/** All courses and their books as a CSV file. Longer than an import takes, it has to be split first. */
export async function exportCourses(database: Database): Promise<string> {
  const { rows } = await database.pool.query<Row>({
    name: 'export-courses',
    text: `SELECT c.written_code AS code, c.title, c.term, b.isbn, b.requirement
      FROM courses c LEFT JOIN course_books b ON b.course_code = c.code
      ORDER BY c.code, b.place, b.isbn LIMIT ${MAX_READING_LIST_ROWS}`,
  });
  const lines = rows.map(({ code, title, term, isbn, requirement }) =>
    [code, title, term, isbn, requirement].map(toCell).join(','),
  );
  return ['code,title,term,isbn,requirement', ...lines].map((line) => `${line}\r\n`).join('');
}

/** Whether a spreadsheet executes a cell, also with full-width signs. */
export const isFormula = (cell: string): boolean => /^'*[=+\-@\t\r]/.test(cell.normalize('NFKC'));

/**
 * A cell as RFC 4180 writes it. Spreadsheets execute what begins as a formula; an apostrophe before it
 * prevents that, and the import removes it.
 */
export function toCell(value: string | null): string {
  const text = value ?? '';
  const guarded = isFormula(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
