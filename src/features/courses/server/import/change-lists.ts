import { isNull, sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { findCatalogEdition, registerIsbns } from '#features/editions/server/public.ts';
import { createSingleLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { courseProblem } from '../../contract.ts';
import { type Accepts, MAX_EARLIER_BOOKS_OF_COURSE, MAX_READING_LIST_ROWS } from '../../rules.ts';
import { courseBooks, courses } from '../table.ts';
import type { CourseRow } from './parse-courses.ts';
import { type CourseFacts, type ImportPlan, planImport, type StoredCourses } from './plan-import.ts';

type Change = {
  /** Null for the demo. */
  actorId: string | null;
  action: 'courses-imported' | 'accepted-editions-changed';
  /** The details in the audit log; by default the number of changed rows. */
  details?: { course: string; isbn: string };
  now: Date;
};

const lockImports = createSingleLock('course imports');

/**
 * The only function that changes courses and reading lists. Changes run one after the other, so that each is planned
 * from what is stored, and are in the audit log unless they change nothing.
 */
export async function changeLists(
  database: Database,
  { actorId, action, details, now }: Change,
  plan: (tx: Transaction) => Promise<ImportPlan>,
): Promise<ImportPlan> {
  return database.transaction(async (tx) => {
    await lockImports(tx);
    const planned = await plan(tx);
    const rows = planned.newCount + planned.changedCount + planned.former.length;
    if (rows === 0) return planned;
    await write(tx, planned, now);
    await recordAdminAction(tx, { actorId, action, details: details ?? { rows }, now });
    return planned;
  });
}

type Choice = { actorId: string; code: string; isbn: string; accepts: Accepts; now: Date };

/**
 * Sets which editions of a book count: plans it as an imported row whose other values are the stored ones. Throws
 * 'book-not-listed'.
 */
export async function changeAccepts(database: Database, choice: Choice): Promise<void> {
  const { actorId, code, isbn, accepts, now } = choice;
  const details = { course: code, isbn };
  const change = { actorId, action: 'accepted-editions-changed', details, now } as const;
  await changeLists(database, change, async (tx) => {
    const stored = await readLists(tx, [code]);
    const listed = stored.books.find((book) => book.isbn === isbn && !book.isEarlier);
    if (listed === undefined) throw courseProblem('book-not-listed');
    const { writtenCode, title, term } = stored.courses[0]!;
    const book = { isbn, requirement: listed.requirement, accepts };
    return planImport([{ line: 1, code, writtenCode, title, term, book }], stored);
  });
}

/** What these rows change. Throws 'too-many-courses' for more courses and books than are kept. */
export async function planRows(tx: Transaction, rows: readonly CourseRow[]): Promise<ImportPlan> {
  const stored = await readLists(tx, [...new Set(rows.map(({ code }) => code))]);
  const changes = planImport(rows, stored);
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

/** What is stored of these courses. As JSON: there may be more than a statement has parameters. */
async function readLists(tx: Transaction, codes: readonly string[]): Promise<StoredCourses> {
  const ofFile = sql`(SELECT jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))`;
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
  await touchCourses(tx, plan, now);
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

/** A course changes with its list, so that search engines read its page again. */
async function touchCourses(tx: Transaction, { books, former }: ImportPlan, now: Date): Promise<void> {
  const codes = JSON.stringify([...new Set([...books, ...former].map(({ code }) => code))]);
  await tx.execute(sql`UPDATE ${courses} SET updated_at = ${now.toISOString()}::timestamptz
    WHERE code IN (SELECT jsonb_array_elements_text(${codes}::jsonb)) AND updated_at <> ${now.toISOString()}::timestamptz`);
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
