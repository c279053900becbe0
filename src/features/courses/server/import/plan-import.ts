import { type TextToken, textToken } from '#platform/shared/texts/t.ts';
import { type Accepts, MAX_BOOKS_OF_COURSE, type Requirement } from '../../rules.ts';
import { type CourseRow, type RefusedRow, refuseLine } from './parse-courses.ts';

export type CourseFacts = { code: string; writtenCode: string; title: string; term: string | null };
type CourseBook = {
  code: string;
  isbn: string;
  requirement: Requirement;
  accepts: Accepts;
  place: number;
};
/** `isEarlier`: the list of a former term had it. */
type StoredBook = CourseBook & { isEarlier: boolean };

/** What the database has of the courses of a file. */
export type StoredCourses = { courses: readonly CourseFacts[]; books: readonly StoredBook[] };

export type ImportPlan = {
  /** New or changed. */
  courses: CourseFacts[];
  books: CourseBook[];
  /** What the list of a new term leaves out, with the former term. */
  former: { code: string; isbn: string; term: string | null }[];
  /** The terms of each course whose term changes. */
  terms: { from: string; to: string }[];
  newCount: number;
  changedCount: number;
  unchangedCount: number;
  /** Rows that say what a row above them says. */
  repeatedCount: number;
  refused: RefusedRow[];
};

/**
 * What importing these rows changes. A course of another term than before has only the books of the file on
 * its list, and the others become those of earlier terms; otherwise the books of the file are added.
 */
export function planImport(rows: readonly CourseRow[], stored: StoredCourses): ImportPlan {
  const plan: ImportPlan = {
    courses: [],
    books: [],
    former: [],
    terms: [],
    newCount: 0,
    changedCount: 0,
    unchangedCount: 0,
    repeatedCount: 0,
    refused: [],
  };
  const storedCourses = new Map(stored.courses.map((course) => [course.code, course]));
  const storedBooks = Map.groupBy(stored.books, ({ code }) => code);
  for (const [code, ofCourse] of Map.groupBy(rows, (row) => row.code)) {
    planCourse(plan, ofCourse, storedCourses.get(code), storedBooks.get(code) ?? []);
  }
  plan.refused.sort((one, other) => one.line - other.line);
  return plan;
}

function planCourse(
  plan: ImportPlan,
  rows: readonly CourseRow[],
  stored: CourseFacts | undefined,
  storedBooks: readonly StoredBook[],
): void {
  const facts = toFacts(rows, stored);
  if (facts === null) {
    for (const row of rows)
      refuse(plan, row, row.book?.isbn ?? '', textToken('courses.import.title-missing'));
    return;
  }
  const accepted = rows.filter((row) => agrees(plan, row, facts));
  const isChanged = stored === undefined || !isSame(stored, facts);
  if (isChanged) plan.courses.push(facts);
  const isNewTerm = stored !== undefined && stored.term !== facts.term;
  if (isNewTerm && stored.term !== null && facts.term !== null)
    plan.terms.push({ from: stored.term, to: facts.term });
  const before = storedBooks.filter(({ isEarlier }) => !isEarlier);
  const list = new Map<string, CourseBook>((isNewTerm ? [] : before).map((book) => [book.isbn, book]));
  const lines = new Map<string, CourseRow>();
  for (const row of accepted) {
    if (row.book === null) {
      plan[stored === undefined ? 'newCount' : isChanged ? 'changedCount' : 'unchangedCount'] += 1;
    } else if (isListable(plan, row, { list, lines })) {
      const same = storedBooks.find(({ isbn }) => isbn === row.book!.isbn);
      const place = list.get(row.book.isbn)?.place ?? nextPlace(list);
      const accepts = row.book.accepts ?? same?.accepts ?? 'exact';
      const book = { code: facts.code, ...row.book, accepts, place };
      list.set(book.isbn, book);
      const isSameBook = isSameEntry(book, same) && same?.isEarlier === false;
      if (!isSameBook) plan.books.push(book);
      plan[same === undefined ? 'newCount' : isChanged || !isSameBook ? 'changedCount' : 'unchangedCount'] +=
        1;
    }
  }
  const gone = before.filter(({ isbn }) => !list.has(isbn));
  plan.former.push(...gone.map(({ code, isbn }) => ({ code, isbn, term: stored?.term ?? null })));
}

const isSameEntry = (one: CourseBook, other: CourseBook | undefined): boolean =>
  one.requirement === other?.requirement && one.accepts === other.accepts && one.place === other.place;

/** What the rows say of their course, or what is known of it; null without a title. */
function toFacts(rows: readonly CourseRow[], stored: CourseFacts | undefined): CourseFacts | null {
  const { code, writtenCode } = rows[0]!;
  const title = rows.find((row) => row.title !== null)?.title ?? stored?.title ?? null;
  const term = rows.find((row) => row.term !== null)?.term ?? stored?.term ?? null;
  return title === null ? null : { code, writtenCode, title, term };
}

const nextPlace = (list: ReadonlyMap<string, CourseBook>): number =>
  Math.max(-1, ...[...list.values()].map(({ place }) => place)) + 1;

/** Whether the book of a row is one more of its course. */
function isListable(
  plan: ImportPlan,
  row: CourseRow,
  { list, lines }: { list: ReadonlyMap<string, CourseBook>; lines: Map<string, CourseRow> },
): boolean {
  const { isbn, requirement, accepts } = row.book!;
  const twin = lines.get(isbn);
  if (twin !== undefined) {
    const line = String(twin.line);
    if (twin.book!.requirement === requirement && twin.book!.accepts === accepts) plan.repeatedCount += 1;
    else if (twin.book!.requirement === requirement)
      refuse(plan, row, isbn, textToken('courses.import.other-accepts', { line }));
    else refuse(plan, row, isbn, textToken('courses.import.other-requirement', { line }));
    return false;
  }
  if (!list.has(isbn) && list.size >= MAX_BOOKS_OF_COURSE) {
    refuse(plan, row, isbn, textToken('courses.import.too-many-books', { max: MAX_BOOKS_OF_COURSE }));
    return false;
  }
  lines.set(isbn, row);
  return true;
}

const isSame = (one: CourseFacts, other: CourseFacts): boolean =>
  one.writtenCode === other.writtenCode && one.title === other.title && one.term === other.term;

/** Whether a row says of its course what the rows before it say. */
function agrees(plan: ImportPlan, row: CourseRow, facts: CourseFacts): boolean {
  for (const name of ['title', 'term'] as const) {
    const said = row[name];
    if (said === null || said === facts[name]) continue;
    refuse(plan, row, said, textToken('courses.import.other-facts', { name, value: facts[name] ?? '' }));
    return false;
  }
  return true;
}

function refuse(plan: ImportPlan, { line, writtenCode }: CourseRow, text: string, reason: TextToken): void {
  plan.refused.push(refuseLine({ line, code: writtenCode, text }, reason));
}
