import { isNull, sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { findCatalogEdition, registerIsbns } from '#features/editions/server/public.ts';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { courseProblem, type ImportReport } from '../../contract.ts';
import {
  MAX_EARLIER_BOOKS_OF_COURSE,
  MAX_READING_LIST_ROWS,
  MAX_REPORTED_LINES,
  MAX_REPORTED_TERMS,
} from '../../rules.ts';
import { courseBooks, courses } from '../table.ts';
import { type Cells, columns, OPTIONAL_COLUMN, toCsv } from './csv-file.ts';
import type { Locale } from '#platform/shared/texts/locale.ts';
import { word } from '#platform/shared/texts/word.ts';
import { parseCourses, type ParsedCourses, type RefusedRow } from './parse-courses.ts';
import { type CourseFacts, type ImportPlan, planImport, type StoredCourses } from './plan-import.ts';

type PlannedReport = Omit<ImportReport, 'refused'> & { refused: RefusedRow[] };

/** The report in the language of its reader. */
export const wordReport = (report: PlannedReport, locale: Locale): ImportReport => ({
  ...report,
  refused: report.refused.map((row) => ({ ...row, reason: word(row.reason, locale) })),
});

const lockImports = createSingleLock('course imports');

/** What importing a file would change. Throws 'invalid-file', 'too-many-rows' and 'too-many-courses'. */
export async function previewImport(database: Database, csv: string): Promise<PlannedReport> {
  const parsed = parseCourses(csv);
  return database.transaction(async (tx) => toReport(parsed, await plan(tx, parsed)));
}

/** All lines that importing a file would refuse, with the reasons, as a file. Throws as the preview does. */
export async function exportRefusedLines(database: Database, csv: string, locale: Locale): Promise<string> {
  const parsed = parseCourses(csv);
  const planned = await database.transaction((tx) => plan(tx, parsed));
  const hasEditions = [...parsed.cells.values()].some(({ editions }) => editions !== undefined);
  const names: readonly (keyof Cells)[] = hasEditions ? [...columns, OPTIONAL_COLUMN] : columns;
  return toCsv(
    ['line', 'reason', ...names],
    allRefused(parsed, planned).map(({ line, reason }) => {
      const cells = parsed.cells.get(line);
      return [`${line}`, word(reason, locale), ...names.map((name) => cells?.[name] ?? '')];
    }),
  );
}

/** Imports a file without refused lines; without an actor for the demo. Throws what the preview throws. */
export async function importCourses(
  database: Database,
  { actorId, csv, now }: { actorId: string | null; csv: string; now: Date },
): Promise<PlannedReport> {
  const parsed = parseCourses(csv);
  return database.transaction(async (tx) => {
    await lockImports(tx);
    const planned = await plan(tx, parsed);
    const rows = planned.newCount + planned.changedCount + planned.former.length;
    if (rows === 0) return toReport(parsed, planned);
    await write(tx, planned, now);
    await recordAdminAction(tx, { actorId, action: 'courses-imported', details: { rows }, now });
    return toReport(parsed, planned);
  });
}

/** The changes that a file makes, unless there would be too many courses and books. */
async function plan(tx: Transaction, parsed: ParsedCourses): Promise<ImportPlan> {
  const stored = await read(tx, parsed);
  const changes = planImport(parsed.rows, stored);
  const added = countNew(changes, stored) - changes.former.length;
  const total =
    (await tx.$count(courseBooks, isNull(courseBooks.leftAt))) + (await tx.$count(courses)) + added;
  if (added > 0 && total > MAX_READING_LIST_ROWS) throw courseProblem('too-many-courses');
  return changes;
}

function countNew(changes: ImportPlan, stored: StoredCourses): number {
  const codes = new Set(stored.courses.map(({ code }) => code));
  const toKey = ({ code, isbn }: { code: string; isbn: string }) => `${code} ${isbn}`;
  const keys = new Set(stored.books.filter(({ isEarlier }) => !isEarlier).map(toKey));
  return (
    changes.courses.filter(({ code }) => !codes.has(code)).length +
    changes.books.filter((book) => !keys.has(toKey(book))).length
  );
}

/** All refused lines in the order of the file. */
const allRefused = (parsed: ParsedCourses, plan: ImportPlan): RefusedRow[] =>
  [...parsed.refused, ...plan.refused].toSorted((one, other) => one.line - other.line);

function toReport(parsed: ParsedCourses, plan: ImportPlan): PlannedReport {
  const all = allRefused(parsed, plan);
  const {
    courses: _courses,
    books: _books,
    former: _former,
    terms: _terms,
    refused: _refused,
    ...counts
  } = plan;
  return {
    ...counts,
    rowCount: parsed.rowCount,
    separator: parsed.separator,
    formerCount: plan.former.length,
    termChanges: countTerms(plan.terms),
    refusedCount: all.length,
    refused: all.slice(0, MAX_REPORTED_LINES),
  };
}

/** Those of most courses first. */
function countTerms(terms: ImportPlan['terms']): ImportReport['termChanges'] {
  const groups = Map.groupBy(terms, ({ from, to }) => JSON.stringify([from, to]));
  return [...groups.values()]
    .map((same) => ({ ...same[0]!, courseCount: same.length }))
    .toSorted((one, other) => other.courseCount - one.courseCount)
    .slice(0, MAX_REPORTED_TERMS);
}

/** What is stored of the courses of the file. As JSON: there may be more than a statement has parameters. */
async function read(tx: Transaction, { rows }: ParsedCourses): Promise<StoredCourses> {
  const codes = JSON.stringify([...new Set(rows.map(({ code }) => code))]);
  const ofFile = sql`(SELECT jsonb_array_elements_text(${codes}::jsonb))`;
  const found = await tx.execute<CourseFacts>(
    sql`SELECT code, written_code AS "writtenCode", title, term FROM ${courses} WHERE code IN ${ofFile}`,
  );
  const books = await tx.execute<StoredCourses['books'][number]>(
    sql`SELECT course_code AS code, isbn, requirement, accepts, place, left_at IS NOT NULL AS "isEarlier" FROM ${courseBooks}
      WHERE course_code IN ${ofFile} ORDER BY place`,
  );
  return { courses: found.rows, books: books.rows };
}

async function write(tx: Transaction, plan: ImportPlan, now: Date): Promise<void> {
  await tx.execute(sql`INSERT INTO ${courses} (code, written_code, title, term, updated_at)
    SELECT code, "writtenCode", title, term, ${now.toISOString()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(plan.courses)}::jsonb)
      AS x(code text, "writtenCode" text, title text, term text) ORDER BY code
    ON CONFLICT (code) DO UPDATE SET written_code = excluded.written_code, title = excluded.title,
      term = excluded.term, updated_at = excluded.updated_at`);
  await markFormerBooks(tx, plan.former, now);
  const books = plan.books.map((book) => {
    const known = findCatalogEdition(book.isbn);
    return { ...book, title: known?.title, author: known?.author, edition: known?.edition };
  });
  await tx.execute(sql`INSERT INTO ${courseBooks} (course_code, isbn, title, author, edition, requirement, accepts, place)
    SELECT code, isbn, title, author, edition, requirement, accepts, place
    FROM jsonb_to_recordset(${JSON.stringify(books)}::jsonb)
      AS x(code text, isbn text, title text, author text, edition text, requirement text, accepts text, place smallint)
    ORDER BY code, isbn
    ON CONFLICT (course_code, isbn) DO UPDATE SET requirement = excluded.requirement, accepts = excluded.accepts,
      place = excluded.place, left_at = NULL, former_term = NULL`);
  await registerIsbns(
    tx,
    plan.books.map(({ isbn }) => isbn),
    now,
  );
}

/** Keeps books that are no longer on the list as those of earlier terms: the latest ones of each course. */
async function markFormerBooks(tx: Transaction, former: ImportPlan['former'], now: Date): Promise<void> {
  const books = sql`jsonb_to_recordset(${JSON.stringify(former)}::jsonb) AS x(code text, isbn text, term text)`;
  await tx.execute(sql`UPDATE ${courseBooks} b SET left_at = ${now.toISOString()}::timestamptz, former_term = x.term
    FROM ${books} WHERE b.course_code = x.code AND b.isbn = x.isbn`);
  await tx.execute(sql`DELETE FROM ${courseBooks} b USING (
      SELECT course_code, isbn, row_number() OVER (PARTITION BY course_code ORDER BY left_at DESC, place) AS at
      FROM ${courseBooks} WHERE left_at IS NOT NULL AND course_code IN (SELECT code FROM ${books})) e
    WHERE b.course_code = e.course_code AND b.isbn = e.isbn AND e.at > ${MAX_EARLIER_BOOKS_OF_COURSE}`);
}
