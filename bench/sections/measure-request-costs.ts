import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countPages } from '#app/server/limits/request-costs.ts';
import { productionPages } from '#app/server/page-source.ts';
import { toIsbn13 } from '#features/books/isbn.ts';
import { MAX_FAVORITES } from '#features/favorites/rules.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { type EndpointKey, endpointUrl } from '#platform/shared/define-endpoints.ts';
import { AccessApp, OWNERS_EMAIL } from '#tests/http/access/access-app.ts';
import { AccessFixtures } from '#tests/http/access/fixtures.ts';
import type { Role } from '#tests/http/access/role-names.ts';
import { endpointAccess } from '#tests/http/access/endpoint-access.ts';
import { routeAccess } from '#tests/http/access/route-access.ts';
import type { AccessRow } from '#tests/http/access/roles.ts';
import { TEST_PASSWORD } from '#tests/support/server/test-app.ts';
import { startPostgres } from '#tests/support/server/postgres-cluster.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import type { Engine } from '../bench-arguments.ts';
import { type Catalog, createCatalog, readWorks } from '../books/catalog.ts';
import { fillDatabase } from '../books/fill-database.ts';
import { fillWorstCaseLists } from '../books/fill-worst-case-lists.ts';
import { createSearches } from '../load/searches.ts';
import type { ReportRow } from '../results/report.ts';
import { runningTimeOf, descendants } from '../servers/process-usage.ts';
import { temporaryDirectory } from '../servers/temporary-directory.ts';

const root = join(import.meta.dirname, '../..');
const worksFile = join(root, 'src/features/editions/server/catalog/goodbooks.tsv');
const size = { books: 60_000, sellers: 4_000, boosted: 50 };
/** Of which the cheapest counts: the others do work of the product's own besides. */
const ROUNDS = 3;
/** Listings that the owner gets. */
const OWN_LISTINGS = 40;
/** And favorites: almost as many as possible, so that another one is not refused. */
const FAVORITES = MAX_FAVORITES - 100;
/** Rows of the largest page. */
const MAX_ROWS = 100;
/** The routes outside of the contract that count by their cost. */
const otherRoutes = [
  'GET /*',
  'GET /share.png',
  'GET /book/:id/share.png',
  'GET /feed/books.atom',
  'GET /feed/courses/:file',
  'GET /feed/users/:file',
  'GET /sitemap.xml',
  'GET /sitemap/:file',
  'GET /api/auth/token',
  'POST /api/webhooks/stripe',
];

type Ask = AccessRow['ask'];
/** `path` replaces that of the route. */
type PageRequest = Awaited<ReturnType<Ask>> & { path?: string };
/** `pages`: of 20 rows, for which the request has asked. */
type Measured = { ms: number; status: number; pages: number };

/**
 * The processor time, in milliseconds, that one request of each route takes from the process and its
 * database, without that of a request that does nothing, as in `src/app/server/limits/request-costs.ts`.
 * Every route that the access table lists is requested, so that a new one cannot be left out.
 */
export async function measureRequestCosts({
  engine,
  progress,
}: {
  engine: Engine;
  progress: (text: string) => void;
}): Promise<ReportRow[]> {
  await using opening = new AsyncDisposableStack();
  const database = await openFilled(opening, engine, progress);
  const cast = await AccessApp.gather({ database, pages: productionPages(root), checkResponses: false });
  opening.defer(() => cast.stop());
  const catalog = readCatalog();
  await fillWorstCaseLists(database, catalog, cast.people.owner.id, cast.app.clock.now());
  await giveListings(database, cast.people.owner.id);
  await addFavorites(database, cast.people.owner.id, cast.app.clock.now());
  const worstCases = worstCaseRequests(
    catalog,
    await database.pool.query('SELECT id, seller_id FROM books WHERE is_active LIMIT 1'),
  );
  const nothing = await measure(cast, 'GET /healthz', routeAccess['GET /healthz']!.ask);
  const costs = new Map<string, Measured>();
  const rows = { ...routeAccess, ...endpointAccess } as Record<EndpointKey, AccessRow>;
  for (const [key, { ask }] of Object.entries(rows) as [EndpointKey, AccessRow][]) {
    if (key in routeAccess && !otherRoutes.includes(key)) continue;
    for (const [name, asks] of [[key, worstCases[key] ?? [ask]], ...variantsOf(worstCases, key)] as [
      string,
      Ask[],
    ][])
      for (const one of asks) {
        const { ms, status, pages } = await measure(cast, key, one);
        const own = Math.max(0, ms - nothing.ms) / pages;
        if (own >= (costs.get(name)?.ms ?? 0)) costs.set(name, { ms: own, status, pages });
        progress(`  '${name}': ${Math.max(1, Math.round(costs.get(name)!.ms))},`);
      }
  }
  const unexpected = [...costs].filter(([, { status }]) => status >= 400 && status !== 401 && status !== 404);
  return [...costs].map(([key, { ms, status }]) => ({
    figure: `Cost of ${key}`,
    measured: `${ms.toFixed(1)} ms${unexpected.some(([name]) => name === key) ? `, status ${status}` : ''}`,
  }));
}

async function openFilled(
  opening: AsyncDisposableStack,
  engine: Engine,
  progress: (text: string) => void,
): Promise<Database> {
  const { path: dataDir } = opening.use(temporaryDirectory());
  const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
  let url: string | undefined;
  if (engine === 'postgres') {
    const cluster = await startPostgres();
    opening.defer(() => cluster.stop());
    url = cluster.url;
  }
  const database = await openDatabase({ dataDir, log, url });
  opening.defer(() => database.close());
  await migrateDatabase(database, { folder: join(root, 'db/migrations'), log });
  await fillDatabase(
    database,
    readCatalog(),
    new TestClock().now(),
    (done) => done % 20_000 === 0 && progress(`  ${done} books`),
  );
  return database;
}

const readCatalog = (): Catalog => createCatalog(readWorks(readFileSync(worksFile, 'utf8')), size);

const giveListings = (database: Database, userId: string) =>
  database.pool.query(
    `UPDATE books SET seller_id = $1 WHERE id IN (SELECT id FROM books WHERE is_active ORDER BY created_at DESC LIMIT ${OWN_LISTINGS})`,
    [userId],
  );

const addFavorites = (database: Database, userId: string, now: Date) =>
  database.pool.query(
    `INSERT INTO favorites (id, user_id, book_id, created_at)
      SELECT gen_random_uuid(), $1, id, $2::timestamptz - row_number() OVER () * interval '1 minute' FROM books
      WHERE is_active AND seller_id <> $1 LIMIT ${FAVORITES}`,
    [userId, now],
  );

type Found = { rows: { id: string; seller_id: string }[] };

/**
 * The most expensive requests of a route whose row in the access table has a cheap one; behind '?', with this
 * parameter.
 */
function worstCaseRequests({ books }: Catalog, { rows: [some] }: Found): Partial<Record<string, Ask[]>> {
  const { common, misspelt, selective } = createSearches(books, 4);
  const searches = [...misspelt, ...common, ...selective, 'xqzwv kjvhq', `${common[0]} ${common[1]} xqzwv`];
  const pages = (paths: readonly string[]): Ask[] => paths.map((path) => (): PageRequest => ({ path }));
  const searched = (more: object): Ask[] => searches.map((search) => () => ({ query: { search, ...more } }));
  const isbn = books.find((book) => book.isbn !== null && toIsbn13(book.isbn) !== null)!.isbn!;
  const nothingPasses = { maxPrice: 0, minCondition: 'Like New', hasPhotos: 'true' };
  const { id, seller_id: seller } = some!;
  const largest = { limit: MAX_ROWS };
  return {
    'GET /api/books': [() => ({}), () => ({ query: nothingPasses }), () => ({ query: largest })],
    'GET /api/books?search': [...searched({}), ...searched(nothingPasses), ...searched(largest)],
    'GET /api/books?course': [
      () => ({ query: { course: 'S0X0' } }),
      () => ({ query: { course: 'S0X0', ...largest } }),
    ],
    'GET /api/books?sort': [
      () => ({ query: { sort: 'price' } }),
      () => ({ query: { sort: 'price', ...largest } }),
    ],
    'GET /api/books/count': [() => ({}), () => ({ query: nothingPasses })],
    'GET /api/books/count?search': [...searched({}), ...searched(nothingPasses)],
    'GET /api/books/:id': [() => ({ params: { id } })],
    'GET /api/users/:id': [() => ({ params: { id: seller } })],
    'GET /api/users/:id/books': [({ owner }) => ({ params: { id: owner.id }, query: largest })],
    'GET /api/favorites': [() => ({}), () => ({ query: largest })],
    'GET /api/books/user/:userId': [({ owner }) => ({ params: { userId: owner.id } })],
    'GET /api/courses?search': ['st', 'in', 'xq', 'introduction to'].map((search) => () => ({
      query: { search, ...largest },
    })),
    'GET /api/courses/:code': [() => ({ params: { code: 'S0X0' } })],
    'GET /api/price-guidance': [() => ({ query: { isbn, condition: 'Good' } })],
    'GET /api/auth/token': [
      async ({ cast }) => ({ headers: { cookie: await openSession(cast.app.address) } }),
    ],
    'GET /feed/books.atom': pages([
      '/feed/books.atom',
      ...searches.map((search) => `/feed/books.atom?search=${encodeURIComponent(search)}`),
    ]),
    'GET /feed/courses/:file': pages(['/feed/courses/S0X0.atom']),
    'GET /feed/users/:file': pages([`/feed/users/${seller}.atom`]),
    'GET /sitemap/:file': pages(['/sitemap/listings-1.xml', '/sitemap/listings-5.xml']),
    'GET /api/works/:isbn': [() => ({ params: { isbn } })],
    'GET /api/works/:isbn/other-listings': [() => ({ params: { isbn } })],
    'GET /api/admin/works': ['', ...common].map((search) => () => ({ query: { search } })),
    'GET /*': pages(['/', `/book/${id}`, `/user/${seller}`, '/course/S0X0', '/filters', '/help', '/nowhere']),
    'GET /*?search': pages(searches.map((search) => `/?search=${encodeURIComponent(search)}`)),
  };
}

/** The cookie of a session of the owner. */
async function openSession(address: string): Promise<string> {
  const body = JSON.stringify({ email: OWNERS_EMAIL, password: TEST_PASSWORD });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${address}/api/auth/sign-in/email`, { method: 'POST', headers, body });
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

const variantsOf = (worstCases: Partial<Record<string, Ask[]>>, key: string) =>
  Object.entries(worstCases).filter(([name]) => name.startsWith(`${key}?`));

/** What writes may be possible only once: some fixtures have limits of their own. */
const isRead = (key: EndpointKey): boolean => key.startsWith('GET ');

/** After what any cache keeps: two minutes later, and after a change of a listing. */
async function measure(cast: AccessApp, key: EndpointKey, ask: Ask): Promise<Measured> {
  const role: Role = /\/(?:admin|staff)\//.test(key) ? 'admin' : 'owner';
  const client = cast.people[role];
  let least: Measured = { ms: Infinity, status: 0, pages: 1 };
  for (let round = 0; round < ROUNDS && (round === 0 || isRead(key)); round += 1) {
    await cast.app.database.pool.query('TRUNCATE daily_usage');
    const {
      params,
      query,
      body,
      headers,
      by = client,
      path: page,
    } = (await ask(new AccessFixtures(cast), role)) as PageRequest;
    const { method, path } = endpointUrl(key, { params, query });
    cast.app.clock.advance({ minutes: 2 });
    cast.app.app.context.events.publish(bookChanged, {
      bookId: crypto.randomUUID(),
      sellerId: crypto.randomUUID(),
    });
    await by.token();
    const before = usedMs();
    const reply = await by.send(method, page ?? path, body ?? (method === 'GET' ? undefined : {}), headers);
    const ms = usedMs() - before;
    if (ms < least.ms) least = { ms, status: reply.status, pages: countPages(key, query) };
  }
  return least;
}

/** Of this process and those that it has started. */
const usedMs = (): number => {
  const { user, system } = process.cpuUsage();
  const database = descendants(process.pid).reduce((sum, pid) => sum + runningTimeOf(pid), 0);
  return (user + system) / 1_000 + database;
};
