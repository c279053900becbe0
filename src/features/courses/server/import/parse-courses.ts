import { parse } from 'csv-parse/sync';
import type { z } from 'zod';
import { toIsbn13 } from '#features/books/isbn.ts';
import { MAX_COURSE_LENGTH, toCourseCode } from '#features/books/rules.ts';
import { singleLineText } from '#platform/shared/text-schemas.ts';
import { parseIssueMessage } from '#platform/shared/texts/issue-message.ts';
import { textId, type TextToken, textToken } from '#platform/shared/texts/t.ts';
import { courseProblem } from '../../contract.ts';
import {
  type Accepts,
  courseLimits,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_ROWS,
  parseAccepts,
  requirements,
  type Requirement,
  MAX_REFUSED_TEXT_LENGTH,
} from '../../rules.ts';
import { type Cells, columns, isFormula, OPTIONAL_COLUMN } from './csv-file.ts';

/** `accepts`: null if the file does not say it. */
type ImportedBook = { isbn: string; requirement: Requirement; accepts: Accepts | null };

export type CourseRow = {
  line: number;
  /** 'MATH101' */
  code: string;
  /** 'MATH 101' */
  writtenCode: string;
  /** Null: not said. */
  title: string | null;
  term: string | null;
  /** Null: a course without a book. */
  book: ImportedBook | null;
};

/** A line that is not imported, and why. */
export type RefusedRow = { line: number; text: string; reason: TextToken };

export type ParsedCourses = {
  rowCount: number;
  separator: 'comma' | 'semicolon';
  rows: CourseRow[];
  refused: RefusedRow[];
  /** What the lines say, by their numbers. */
  cells: Map<number, Cells>;
};

const separators = { comma: ',', semicolon: ';' } as const;

const tooManyColumns = textToken('courses.import.too-many-columns', { max: MAX_IMPORT_COLUMNS });

type Line = { record: string[]; info: { lines: number } };

/** Reads a CSV file, its columns by their names. Throws 'invalid-file' and 'too-many-rows'. */
export function parseCourses(csv: string): ParsedCourses {
  const separator = findSeparator(csv);
  const { lines, unclosed } = readLines(csv, separators[separator]);
  const [header, ...rest] = lines;
  if (header === undefined) throw courseProblem('invalid-file');
  if (rest.length > MAX_IMPORT_ROWS) throw courseProblem('too-many-rows');
  const places = columnPlaces(header.record);
  const parsed: ParsedCourses = {
    rowCount: rest.length,
    separator,
    rows: [],
    refused: [],
    cells: new Map(),
  };
  for (const { record, info } of rest) {
    const cells = Object.fromEntries(
      Object.entries(places).map(([name, place]) => [name, withoutGuard(record[place] ?? '').trim()]),
    ) as Cells;
    const line = info.lines - countBreaks(record);
    parsed.cells.set(line, cells);
    const row =
      record.length > MAX_IMPORT_COLUMNS
        ? refuseLine({ line, code: cells.code, text: cells.title }, tooManyColumns)
        : readRow(line, cells);
    if ('reason' in row) parsed.refused.push(row);
    else parsed.rows.push(row);
  }
  if (unclosed !== null) {
    parsed.rowCount += 1;
    parsed.refused.push({
      line: unclosed,
      text: '"',
      reason: textToken('courses.import.unclosed-quotation'),
    });
  }
  return parsed;
}

/** The separator with which the first line names all columns. */
function findSeparator(csv: string): keyof typeof separators {
  const [start = ''] = csv.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/, 1);
  const names = Object.keys(separators) as (keyof typeof separators)[];
  const found = names.find((name) => {
    // What has no end of the names would be read for seconds.
    if (start.split(separators[name], MAX_IMPORT_COLUMNS + 1).length > MAX_IMPORT_COLUMNS) return false;
    const [header] = readLines(start, separators[name]).lines;
    return header !== undefined && columns.every((column) => headerNames(header.record).includes(column));
  });
  if (found === undefined) throw courseProblem('invalid-file');
  return found;
}

const headerNames = (record: readonly string[]) => record.map((name) => name.trim().toLowerCase());

/** The places of the columns that the file has. */
const columnPlaces = (record: readonly string[]): Record<string, number> => {
  const names = headerNames(record);
  const known = [...columns, OPTIONAL_COLUMN].map((name) => [name, names.indexOf(name)] as const);
  return Object.fromEntries(known.filter(([, place]) => place >= 0));
};

function readLines(csv: string, delimiter: string): { lines: Line[]; unclosed: number | null } {
  let isUnclosed = false;
  const lines = parse(csv, {
    bom: true,
    delimiter,
    info: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    skip_records_with_error: true,
    // The names of the columns, and one row more than is accepted. `max_record_size` is no limit here: beyond
    // it, `on_skip` is called for each character.
    to: MAX_IMPORT_ROWS + 2,
    on_skip: () => {
      isUnclosed = true;
      return undefined;
    },
  }) as unknown as Line[];
  return { lines, unclosed: isUnclosed ? (lines.at(-1)?.info.lines ?? 0) + 1 : null };
}

/** A quoted cell may have several lines. */
const countBreaks = (record: readonly string[]): number =>
  record.reduce((sum, cell) => sum + (cell.match(/\r\n|\n|\r/g)?.length ?? 0), 0);

/** Our export puts an apostrophe before what a spreadsheet would execute. */
const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;

const titleText = singleLineText({ min: 0, max: courseLimits.title, field: textId('courses.import.title') });
const termText = singleLineText({ min: 0, max: courseLimits.term, field: textId('courses.import.term') });

function readRow(line: number, cells: Cells): CourseRow | RefusedRow {
  const refuse = (text: string, reason: TextToken): RefusedRow =>
    refuseLine({ line, code: cells.code, text }, reason);
  const written = cells.code.replace(/\s+/g, ' ');
  if (Object.values(cells).some((cell) => cell.includes('\uFFFD')))
    return refuse(cells.title, textToken('courses.import.not-utf-8'));
  if (written === '') return refuse(cells.title, textToken('courses.import.code-missing'));
  const code = written.length > MAX_COURSE_LENGTH ? null : toCourseCode(written);
  if (code === null) return refuse(cells.title, textToken('courses.import.invalid-code'));
  const title = titleText.safeParse(cells.title);
  if (!title.success) return refuse(cells.title, toReason(title.error));
  const term = termText.safeParse(cells.term);
  if (!term.success) return refuse(cells.term, toReason(term.error));
  const facts = { line, code, writtenCode: written, title: title.data || null, term: term.data || null };
  if (cells.isbn === '' && cells.requirement === '') return { ...facts, book: null };
  const isbn = toIsbn13(cells.isbn);
  if (isbn === null) return refuse(cells.isbn, isbnReason(cells.isbn));
  const requirement = requirements.find((word) => word === cells.requirement.toLowerCase());
  if (requirement === undefined)
    return refuse(cells.requirement, textToken('courses.import.invalid-requirement'));
  const accepts = cells.editions === undefined ? null : parseAccepts(cells.editions.toLowerCase() || 'exact');
  if (accepts === null && cells.editions !== undefined)
    return refuse(cells.editions, textToken('courses.import.invalid-accepts'));
  return { ...facts, book: { isbn, requirement, accepts } };
}

const toReason = ({ issues }: z.ZodError): TextToken => parseIssueMessage(issues[0]!.message)!;

function isbnReason(text: string): TextToken {
  if (text === '') return textToken('courses.import.isbn-missing');
  if (/\d[.,]\d+e\+?\d/i.test(text)) return textToken('courses.import.isbn-shortened');
  const { length } = text.replace(/[^\dX]/gi, '');
  if (length !== 10 && length !== 13) return textToken('courses.import.isbn-length', { digits: length });
  return textToken('courses.import.isbn-check-digit');
}

/** Why a line is refused, with its code and the start of what is wrong. */
export const refuseLine = (
  { line, code, text }: { line: number; code: string; text: string },
  reason: TextToken,
): RefusedRow => {
  // Two units at most are a character.
  const start = [code, text].map((one) => one.slice(0, 2 * MAX_REFUSED_TEXT_LENGTH)).join('; ');
  return { line, text: [...start].slice(0, MAX_REFUSED_TEXT_LENGTH).join(''), reason };
};
