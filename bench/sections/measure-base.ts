import { join, resolve } from 'node:path';
import { courseUrl } from '#features/courses/rules.ts';
import { formatFilters } from '#features/books/filters.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { freePort } from '#tests/support/server/free-port.ts';
import { type BenchEnvironment, openBenchEnvironment } from '../bench-environment.ts';
import { insertCourses } from '../books/fill-wanted.ts';
import { httpLoad } from '../load/http-load.ts';
import type { Side } from '../load/interleave.ts';
import { createSearches } from '../load/searches.ts';
import { type ReportRow, whole } from '../results/report.ts';
import { median } from '../results/statistics.ts';
import { MeasuredProcess } from '../servers/measured-process.ts';
import type { ServerReady, ServerSettings } from '../servers/server.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';
import { inTurn, productSide } from './measure-requests.ts';

const pace = { rounds: 6, milliseconds: 1_200 };
const SELLERS = 4_000;
const BOOSTED = 50;
const SAMPLES = 50;
const COURSES = 50;
const BOOKS_OF_COURSE = 10;
/** The number of the product's database connections. */
const CONNECTIONS = 8;
const MAX_RATIO = 1.1;

/**
 * Lists, searches and course pages of this tree beside those of another one, each on its embedded database with
 * the same books, nothing kept: processor time of server and database for a request.
 */
export async function measureBase({
  base,
  books,
  profileDir,
  progress,
}: {
  base: string | undefined;
  books: number;
  profileDir: string | undefined;
  progress: (text: string) => void;
}): Promise<ReportRow[]> {
  if (base === undefined) throw new Error('--base=DIRECTORY names the other tree: built, with its packages.');
  const size = { books, sellers: SELLERS, boosted: BOOSTED };
  progress('Filling two databases …');
  await using market = await openBenchEnvironment({ engine: 'embedded', size, pace, profileDir, progress });
  await using opened = new AsyncDisposableStack();
  const { path: dataDir } = opened.use(temporaryDirectory());
  const port = await freePort();
  const settings: ServerSettings = { ...market.settings, dataDir, port };
  const program = join(resolve(base), 'bench/servers/server.ts');
  const other = opened.use(await MeasuredProcess.start<ServerReady>({ program, settings }));

  const paths = createPaths(market);
  await addCourses(market.server.ready.databaseUrl, paths.reading);
  await addCourses(other.ready.databaseUrl, paths.reading);
  for (const { databaseUrl } of [market.server.ready, other.ready]) await isolate(databaseUrl, paths.alone);
  // Code that runs for the first time is slower than what it is compared with.
  for (const asked of Object.values(paths.asked))
    for (const { port: warmed } of [market, { port }])
      await httpLoad({
        path: inTurn(await finalPaths(warmed, asked)),
        port: warmed,
        ...load,
        milliseconds: 1_000,
      });
  const rows: ReportRow[] = [];
  for (const [figure, asked] of Object.entries(paths.asked)) {
    const [ours, theirs] = [await finalPaths(market.port, asked), await finalPaths(port, asked)];
    const before: Side = {
      run: (milliseconds) => httpLoad({ ...load, path: inTurn(theirs), port, milliseconds }),
      cpu: () => other.cpu(),
    };
    const row = await compareCosts(figure, productSide(market, { ...load, path: inTurn(ours) }), before);
    rows.push(row);
    progress(`  ${figure}: ${row.measured}, base ${row.reference}: ${row.ratio!.toFixed(2)}`);
  }
  return rows;
}

/**
 * Pairs, each side first in every second one. The lowest cost is compared: what else the machine does only adds to a
 * round, and unevenly.
 */
async function compareCosts(figure: string, product: Side, reference: Side): Promise<ReportRow> {
  const sides = [product, reference];
  const costs: [number[], number[]] = [[], []];
  for (let round = 0; round < pace.rounds; round += 1)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const { run, cpu } = sides[at]!;
      const before = await cpu!();
      const { count } = await run(pace.milliseconds);
      costs[at]!.push(((await cpu!()) - before) / count);
    }
  const [now, before] = costs.map((side) => Math.min(...side)) as [number, number];
  const text = (lowest: number, all: number[]) => `${whole(lowest)} µs CPU, median ${whole(median(all))}`;
  const ratio = now / before;
  return {
    figure: `${figure} · base`,
    measured: text(now, costs[0]),
    reference: text(before, costs[1]),
    ratio,
    aim: { text: `≤ ${MAX_RATIO}`, met: ratio <= MAX_RATIO },
  };
}

const load = { connections: CONNECTIONS, forgetting: true };

/** Where the server has moved each path: trees may write addresses of pages differently. */
const finalPaths = (port: number, paths: readonly string[]): Promise<string[]> =>
  Promise.all(
    paths.map(async (path) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
      await response.arrayBuffer();
      return response.headers.get('location') ?? path;
    }),
  );

function createPaths({ catalog }: BenchEnvironment) {
  const { selective, common, misspelt } = createSearches(catalog.books, SAMPLES);
  const isbns = [...new Set(catalog.books.flatMap(({ isbn }) => isbn ?? []))];
  const [alone, withOthers, read] = [
    isbns.slice(0, SAMPLES),
    isbns.slice(SAMPLES, 2 * SAMPLES),
    isbns.slice(2 * SAMPLES),
  ];
  const searches = (words: readonly string[]) =>
    words.map((search) => `/api/books?${formatFilters({ search })}`);
  const reading = Array.from({ length: COURSES }, (_, at) => ({
    code: `BASE${100 + at}`,
    isbns: read.slice(at * BOOKS_OF_COURSE, (at + 1) * BOOKS_OF_COURSE),
  }));
  return {
    alone,
    reading,
    asked: {
      'List, newest': ['/api/books'],
      'List, price and condition': [`/api/books?${formatFilters({ maxPrice: 6_000, minCondition: 'Good' })}`],
      'List, by price': [
        `/api/books?${formatFilters({ minCondition: 'Good', minPrice: 500, sort: 'price' })}`,
      ],
      'Search, common words': searches(common),
      'Search, selective words': searches(selective),
      'Search, misspelt': searches(misspelt),
      'Search, ISBN without other editions': searches(alone),
      'Search, ISBN with other editions': searches(withOthers),
      'Course, JSON': reading.map(({ code }) => `/api/courses/${code}`),
      'Course page': reading.map(({ code }) => courseUrl(code)),
    } satisfies Record<string, readonly string[]>,
  };
}

async function onDatabase(
  url: string,
  work: (database: Awaited<ReturnType<typeof openDatabase>>) => Promise<unknown>,
) {
  const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const database = await openDatabase({ url, dataDir: '', log });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const addCourses = (url: string, reading: readonly { code: string; isbns: string[] }[]) =>
  onDatabase(url, async (database) => {
    await insertCourses(
      database,
      reading.map((course) => ({ ...course, writtenCode: course.code })),
      new Date(),
    );
    await database.pool.query('ANALYZE courses, course_books');
  });

/** Makes works of one edition of these ISBNs, in a tree that knows works. */
const isolate = (url: string, isbns: readonly string[]) =>
  onDatabase(url, async ({ pool }) => {
    const { rowCount } = await pool.query("SELECT FROM pg_class WHERE oid = to_regclass('work_editions')");
    if (rowCount === 0) return;
    await pool.query("UPDATE work_editions SET work_id = 'works-alone-' || isbn WHERE isbn = ANY($1)", [
      isbns,
    ]);
    await pool.query('ANALYZE work_editions');
  });
