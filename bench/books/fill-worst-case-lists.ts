import { MAX_BOOKS_OF_COURSE, MAX_TAKEN_COURSES } from '#features/courses/rules.ts';
import { addTakenCourse } from '../../src/features/courses/server/my/take-course.ts';
import { MAX_SHOWN_ALERTS, MAX_WANTED_ENTRIES } from '#features/wanted/rules.ts';
import { addEntry } from '#features/wanted/server/save-entry.ts';
import type { Database } from '#platform/server/database/database.ts';
import { createSearches } from '../load/searches.ts';
import type { Catalog } from './catalog.ts';
import { insertCourses } from './fill-wanted.ts';
import type { CatalogCourse } from './wanted-catalog.ts';

const COURSES = 8_000;
const COMMON_WORDS = 20;
const subjects = [
  'Statistics',
  'Chemistry',
  'History',
  'Algebra',
  'Economics',
  'Structures',
  'Physics',
  'Law',
];
const kinds = ['Introduction to', 'Advanced', 'Studies in', 'Seminar:', 'Principles of', 'Strategic'];

/**
 * Writes a campus's courses into a filled database, and gives a user without any the lists that are the most
 * expensive to read: the courses with the longest reading lists, and the maximum of wanted entries, of common
 * words.
 */
export async function fillWorstCaseLists(
  database: Database,
  catalog: Catalog,
  userId: string,
  now: Date,
): Promise<void> {
  const courses = createCourses(catalog);
  await insertCourses(database, courses, now);
  await database.pool.query('ANALYZE courses, course_books');
  for (const { code } of courses.slice(0, MAX_TAKEN_COURSES))
    await addTakenCourse(database, { actorId: userId, code, now });
  const { common } = createSearches(catalog.books, COMMON_WORDS);
  for (let at = 0; at < MAX_WANTED_ENTRIES; at += 1) {
    const [one, other] = [common[at % common.length]!, common[(at * 7 + 3) % common.length]!];
    const words = at < common.length ? one : `${one} ${other}`;
    await addEntry({ database, clock: { now: () => now } }, userId, { words });
  }
  await addAlerts(database, userId, now);
}

/** As many alerts as the lists show of each entry, of listings with different ISBNs. */
const addAlerts = (database: Database, userId: string, now: Date) =>
  database.pool.query(
    `INSERT INTO wanted_alerts (entry_id, book_id, user_id, price, created_at)
      SELECT e.id, b.id, e.user_id, b.price, $2 FROM wanted_entries e CROSS JOIN LATERAL (
        SELECT DISTINCT ON (isbn) id, price FROM books
        WHERE is_active AND isbn IS NOT NULL AND seller_id <> e.user_id AND search @@ e.query
        ORDER BY isbn LIMIT ${MAX_SHOWN_ALERTS}) b WHERE e.user_id = $1`,
    [userId, now],
  );

/** The first have full reading lists, of the books with most copies. */
function createCourses({ books }: Catalog): (CatalogCourse & { title: string })[] {
  const copies = Map.groupBy(
    books.filter(({ isbn }) => isbn !== null),
    ({ isbn }) => isbn!,
  );
  const isbns = [...copies].toSorted(([, one], [, other]) => other.length - one.length).map(([isbn]) => isbn);
  return Array.from({ length: COURSES }, (_, at) => ({
    code: `S${at % 40}X${at}`,
    writtenCode: `S${at % 40}X ${at}`,
    title: `${kinds[at % kinds.length]} ${subjects[at % subjects.length]} ${at % 9}`,
    isbns:
      at < MAX_TAKEN_COURSES ? isbns.slice(at * MAX_BOOKS_OF_COURSE, (at + 1) * MAX_BOOKS_OF_COURSE) : [],
  }));
}
