import { courseUrl } from '#features/courses/rules.ts';
import { findFilteredBooks } from '../../src/features/books/server/filters/find-filtered-books.ts';
import { unlimitedCorrections } from '../../src/features/books/server/search/correction-slots.ts';
import { getCourse } from '../../src/features/courses/server/find-courses.ts';
import {
  findNextChange,
  findSitemapAddresses,
  findSitemapParts,
} from '../../src/features/discovery/server/find-sitemap.ts';
import { bookWorks } from '#features/editions/server/public.ts';
import { findWork } from '../../src/features/editions/server/works/find-work.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { insertCourses } from '../books/fill-wanted.ts';
import { createSearches } from '../load/searches.ts';
import { interleave } from '../load/interleave.ts';
import { cpuRow, rateRow, type ReportRow } from '../results/report.ts';
import type { Statement } from '../servers/sql-baseline.ts';
import { comparedWithSql } from './measure-filters.ts';
import { bareSide, fromCache, inTurn, productSide, rendered } from './measure-requests.ts';

/** The number of the product's database connections. */
const CONCURRENCY = 8;
const COURSES = 50;
const BOOKS_OF_COURSE = 10;
const SAMPLES = 100;
const PAGE_SIZE = 20;

type Compare = (
  figure: string,
  sides: { paths: readonly string[]; statements: readonly Statement[][]; connections?: number },
) => Promise<ReportRow>;

/**
 * Searches, lists, courses, works, the sitemap and feeds on a market whose ISBNs are editions of works: compared
 * with their SQL, with the SQL without works, and from the cache with node:http.
 */
export async function measureWorks(market: BenchEnvironment): Promise<ReportRow[]> {
  const isbns = [...new Set(market.catalog.books.flatMap(({ isbn }) => isbn ?? []))];
  const compare: Compare = async (figure, { paths, statements, connections = CONCURRENCY }) =>
    rateRow(
      `${figure} · bare SQL`,
      await interleave(
        productSide(market, { path: inTurn(paths), connections, forgetting: true }),
        bareSide(market, inTurn(statements), connections),
        market.pace,
      ),
    );
  return [
    ...(await searches(market, isbns, compare)),
    await rendered(market, 'List with works, nothing kept', '/api/books'),
    ...(await courses(market, isbns, compare)),
    ...(await works(market, isbns, compare)),
    ...(await sitemap(market, compare)),
    await fromCache(market, 'Feed that the reader has, 304', { path: '/feed/books.atom', isKnown: true }),
  ];
}

async function searches(market: BenchEnvironment, isbns: readonly string[], compare: Compare) {
  const { selective, common } = createSearches(market.catalog.books, SAMPLES / 2);
  const some = isbns.slice(0, SAMPLES);
  const [after, before] = [
    await recordEach(market, some, (database, isbn) => searchBy(database, isbn, bookWorks)),
    await recordEach(market, some, (database, isbn) =>
      searchBy(database, isbn, { ...bookWorks, hasOtherIsbns: async () => false }),
    ),
  ];
  return [
    await comparedWithSql(
      market,
      'Search by words, with works',
      [...selective, ...common].map((search) => ({ search })),
    ),
    await compare('Search by ISBN, with other editions', {
      paths: some.map((isbn) => `/api/books?search=${isbn}`),
      statements: after,
    }),
    await sqlCompared(market, 'SQL of a search by ISBN · without other editions', {
      after,
      before,
      maxRatio: 1.1,
    }),
  ];
}

const searchBy = (
  database: Database,
  search: string,
  works: Pick<typeof bookWorks, 'hasOtherIsbns' | 'isbnsOfWorkSql'>,
) =>
  findFilteredBooks(
    database,
    { search, limit: PAGE_SIZE },
    { now: new Date(), corrections: unlimitedCorrections, works, courseIsbns: async () => null },
  );

/** The same reading lists twice: with any edition accepted, and with none but their own. */
async function courses(market: BenchEnvironment, isbns: readonly string[], compare: Compare) {
  const listOf = (at: number) =>
    isbns.slice(SAMPLES + at * BOOKS_OF_COURSE, SAMPLES + (at + 1) * BOOKS_OF_COURSE);
  const codes = (department: string) =>
    Array.from({ length: COURSES }, (_, at) => `${department}${100 + at}`);
  const [any, exact] = [codes('ANYE'), codes('OWNE')];
  const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const database = await openDatabase({ url: market.server.ready.databaseUrl, dataDir: '', log });
  try {
    for (const all of [any, exact])
      await insertCourses(
        database,
        all.map((code, at) => ({ code, writtenCode: code, isbns: listOf(at) })),
        new Date(),
      );
    await database.pool.query("UPDATE course_books SET accepts = 'any' WHERE course_code LIKE 'ANYE%'");
    await database.pool.query('ANALYZE courses, course_books, work_editions');
  } finally {
    await database.close();
  }
  const read = (database: Database, code: string) => getCourse(database, code, new Date());
  const [after, before] = [await recordEach(market, any, read), await recordEach(market, exact, read)];
  return [
    await compare('Course page, any edition, nothing kept', { paths: any.map(courseUrl), statements: after }),
    await sqlCompared(market, 'SQL of a course, any edition · exact ones', { after, before, maxRatio: 1.1 }),
  ];
}

async function works(market: BenchEnvironment, isbns: readonly string[], compare: Compare) {
  const some = isbns.slice(0, SAMPLES);
  const paths = some.map((isbn) => `/api/works/${isbn}`);
  const statements = await recordEach(market, some, (database, isbn) => findWork(database, isbn, new Date()));
  return [
    await compare('A work, nothing kept', { paths, statements }),
    await fromCache(market, 'A work from cache', { path: paths[0]! }),
  ];
}

/** One request at a time: what a crawler sends. */
async function sitemap(market: BenchEnvironment, compare: Compare) {
  const now = new Date();
  const index = await market.bare.record(async (database) => {
    await findSitemapParts(database, now);
    await findNextChange(database, now);
  });
  const count = await market.bare.number('SELECT count(*) FROM books WHERE is_active');
  const numbers = Array.from({ length: Math.floor(count / 10_000) }, (_, at) => at + 1);
  const parts = await recordEach(market, numbers, async (database, number) => {
    await findSitemapAddresses(database, { kind: 'listings', number }, now);
    await findNextChange(database, now);
  });
  const paths = numbers.map((number) => `/sitemap/listings-${number}.xml`);
  const connections = 1;
  return [
    await compare('Sitemap, index, cold', { paths: ['/sitemap.xml'], statements: [index], connections }),
    await compare('Sitemap, a part of 10,000 listings, cold', { paths, statements: parts, connections }),
    await fromCache(market, 'Sitemap, index, from cache', { path: '/sitemap.xml' }),
    await fromCache(market, 'Sitemap, a part of 10,000 listings, from cache', { path: paths[0]! }),
  ];
}

async function recordEach<T>(
  market: BenchEnvironment,
  all: readonly T[],
  action: (database: Database, one: T) => Promise<unknown>,
): Promise<Statement[][]> {
  const recorded: Statement[][] = [];
  for (const one of all) recorded.push(await market.bare.record((database) => action(database, one)));
  return recorded;
}

/** In processor time of the database if it is embedded, which other load on the machine changes less than rates. */
async function sqlCompared(
  market: BenchEnvironment,
  figure: string,
  {
    after,
    before,
    maxRatio,
  }: { after: readonly Statement[][]; before: readonly Statement[][]; maxRatio: number },
): Promise<ReportRow> {
  const cpu = async () => (await market.server.usage()).database;
  const sideOf = (statements: readonly Statement[][]) => ({
    ...bareSide(market, inTurn(statements), CONCURRENCY),
    ...(market.engine === 'embedded' && { cpu }),
  });
  const measured = await interleave(sideOf(after), sideOf(before), market.pace);
  return market.engine === 'embedded'
    ? cpuRow(figure, measured, maxRatio)
    : rateRow(figure, measured, 1 / maxRatio);
}
