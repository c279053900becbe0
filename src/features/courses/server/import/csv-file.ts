export const columns = ['code', 'title', 'term', 'isbn', 'requirement'] as const;

/** A file may leave it out, and then changes nothing of it. */
export const OPTIONAL_COLUMN = 'editions';

/** `editions`: undefined for a file without the column. */
export type Cells = Record<(typeof columns)[number], string> & { [OPTIONAL_COLUMN]?: string };

/** A CSV file with the names of its columns. */
export const toCsv = (names: readonly string[], rows: readonly (readonly (string | null)[])[]): string =>
  [names, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('');

/** Whether a spreadsheet executes a cell, also with full-width signs. */
export const isFormula = (cell: string): boolean => /^'*[=+\-@\t\r]/.test(cell.normalize('NFKC'));

/** A cell as RFC 4180 writes it, with an apostrophe before a formula, which spreadsheets would execute. */
export function toCell(value: string | null): string {
  const text = value ?? '';
  const guarded = isFormula(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
