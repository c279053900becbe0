import { sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { findCatalogEdition } from '#features/editions/server/public.ts';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { courseProblem, type ImportReport } from '../../contract.ts';
import { MAX_READING_LIST_ROWS, MAX_REPORTED_LINES, type Requirement } from '../../rules.ts';
import { courseBooks, courses } from '../table.ts';
import { parseCourses, type ParsedCourses } from './parse-courses.ts';
import { type CourseFacts, type ImportPlan, planImport, type StoredCourses } from './plan-import.ts';

const lockImports = createSingleLock('course imports');

/** What importing a file would change. Throws 'invalid-file', 'too-many-rows' and 'too-many-courses'. */
export async function previewImport(database: Database, csv: string): Promise<ImportReport> {
  const parsed = parseCourses(csv);
  return database.transaction(async (tx) => toReport(parsed, await plan(tx, parsed)));
}

/** Imports a file without refused lines; without an actor for the demo. Throws what the preview throws. */
export async function importCourses(
  database: Database,
  { actorId, csv, now }: { actorId: string | null; csv: string; now: Date },
): Promise<ImportReport> {
  const parsed = parseCourses(csv);
  return database.transaction(async (tx) => {
    await lockImports(tx);
    const planned = await plan(tx, parsed);
    const rows = planned.newCount + planned.changedCount + planned.removed.length;
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
  const added = countNew(changes, stored) - changes.removed.length;
  const total = (await tx.$count(courseBooks)) + (await tx.$count(courses)) + added;
  if (added > 0 && total > MAX_READING_LIST_ROWS) throw courseProblem('too-many-courses');
  return changes;
}

function countNew(changes: ImportPlan, stored: StoredCourses): number {
  const codes = new Set(stored.courses.map(({ code }) => code));
  const toKey = ({ code, isbn }: { code: string; isbn: string }) => `${code} ${isbn}`;
  const keys = new Set(stored.books.map(toKey));
  return (
    changes.courses.filter(({ code }) => !codes.has(code)).length +
    changes.books.filter((book) => !keys.has(toKey(book))).length
  );
}

function toReport({ rowCount, separator, refused }: ParsedCourses, plan: ImportPlan): ImportReport {
  const all = [...refused, ...plan.refused].toSorted((one, other) => one.line - other.line);
  return {
    rowCount,
    separator,
    newCount: plan.newCount,
    changedCount: plan.changedCount,
    unchangedCount: plan.unchangedCount,
    repeatedCount: plan.repeatedCount,
    removedCount: plan.removed.length,
    refusedCount: all.length,
    refused: all.slice(0, MAX_REPORTED_LINES),
  };
}

/** What is stored of the courses of the file. As JSON: there may be more than a statement has parameters. */
async function read(tx: Transaction, { rows }: ParsedCourses): Promise<StoredCourses> {
  const codes = JSON.stringify([...new Set(rows.map(({ code }) => code))]);
  const ofFile = sql`(SELECT jsonb_array_elements_text(${codes}::jsonb))`;
  const found = await tx.execute<CourseFacts>(
    sql`SELECT code, written_code AS "writtenCode", title, term FROM ${courses} WHERE code IN ${ofFile}`,
  );
  const books = await tx.execute<{ code: string; isbn: string; requirement: Requirement; place: number }>(
    sql`SELECT course_code AS code, isbn, requirement, place FROM ${courseBooks}
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
  await tx.execute(sql`DELETE FROM ${courseBooks} b
    USING jsonb_to_recordset(${JSON.stringify(plan.removed)}::jsonb) AS x(code text, isbn text)
    WHERE b.course_code = x.code AND b.isbn = x.isbn`);
  const books = plan.books.map((book) => {
    const known = findCatalogEdition(book.isbn);
    return { ...book, title: known?.title, author: known?.author, edition: known?.edition };
  });
  await tx.execute(sql`INSERT INTO ${courseBooks} (course_code, isbn, title, author, edition, requirement, place)
    SELECT code, isbn, title, author, edition, requirement, place
    FROM jsonb_to_recordset(${JSON.stringify(books)}::jsonb)
      AS x(code text, isbn text, title text, author text, edition text, requirement text, place smallint)
    ORDER BY code, isbn
    ON CONFLICT (course_code, isbn) DO UPDATE SET requirement = excluded.requirement, place = excluded.place`);
}
