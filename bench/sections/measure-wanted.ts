import { createToBooks } from '#features/prices/server/book-prices.ts';
import { localeOfTests, testMarket } from '#tests/support/test-market.ts';
import type { Book } from '#features/books/contract.ts';
import { listEntries } from '../../src/features/wanted/server/list-entries.ts';
import { matchAvailableBook } from '../../src/features/wanted/server/matching/match-available-book.ts';
import type { WantedContext } from '../../src/features/wanted/server/wanted-context.ts';
import type { Availability } from '../../src/features/wanted/server/availability/find-availability.ts';
import { PersonalCache } from '#platform/server/concurrency/personal-cache.ts';
import { type Database, openDatabase } from '#platform/server/database/database.ts';
import { openSecrets, type Secrets } from '#platform/server/secrets/secrets.ts';
import type { BenchEnvironment } from '../bench-environment.ts';
import { subjectOf } from '../books/fill-database.ts';
import { fillWanted } from '../books/fill-wanted.ts';
import { createWishes } from '../books/wanted-catalog.ts';
import { type Side, interleave } from '../load/interleave.ts';
import { milliseconds, rateRow, type ReportRow, whole } from '../results/report.ts';
import { percentile } from '../results/statistics.ts';
import type { Statement } from '../servers/sql-baseline.ts';
import { bareSide, inTurn, productSide } from './measure-requests.ts';

const toBooks = createToBooks(testMarket);

const ENTRIES = 100_000;
const LISTINGS = 200;
const clock = { now: () => new Date() };
/** The seller whose list is read. */
const USER = 0;

/** Listings compared with what 2,000 students want, and such a student's list: compared with their SQL. */
export async function measureWanted(market: BenchEnvironment): Promise<ReportRow[]> {
  const { bare, server, catalog } = market;
  const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const database = await openDatabase({ url: server.ready.databaseUrl, dataDir: '', log });
  try {
    await fillWanted(database, createWishes(catalog, ENTRIES), new Date());
    const ids = await bare.bookIds(LISTINGS);
    const match = createMatcher(openSecrets(database, 'the secret of this benchmark', clock.now()));
    const rows = [await firstMatches(match, database, ids)];
    const statements: Statement[][] = [];
    for (const id of ids) statements.push(await bare.record((recorded) => match(recorded, id)));
    const again = inTurn(ids);
    const measured = await interleave(
      { run: (duration) => oneByOne(() => match(database, again()), duration) },
      bareSide(market, inTurn(statements), 1),
      market.pace,
    );
    rows.push(rateRow(`A listing, matched again · bare SQL`, measured));
    return [...rows, await fullList(market, database)];
  } finally {
    await database.close();
  }
}

/** Runs the job's work in a context that publishes, enqueues and mails nothing. */
function createMatcher(secrets: Secrets) {
  const silent = {
    events: { publish() {} },
    jobs: { async enqueue() {} },
    mailer: { async send() {} },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  } as unknown as Pick<WantedContext, 'events' | 'jobs' | 'mailer' | 'log'>;
  const context = {
    clock,
    secrets,
    localeOf: localeOfTests,
    publicUrl: 'http://127.0.0.1',
    timeZone: 'America/New_York',
    ...silent,
  };
  return (database: Database, bookId: string): Promise<void> =>
    matchAvailableBook({ ...context, database }, { bookId });
}
type Matcher = ReturnType<typeof createMatcher>;

/** Each listing once: it writes the alerts and what the next digests contain. */
async function firstMatches(match: Matcher, database: Database, ids: readonly string[]): Promise<ReportRow> {
  const latencies: number[] = [];
  for (const id of ids) {
    const start = performance.now();
    await match(database, id);
    latencies.push(performance.now() - start);
  }
  const { rows } = await database.pool.query<{ alerts: number; most: number }>(
    `SELECT sum(count)::int AS alerts, max(count)::int AS most
    FROM (SELECT count(*) FROM wanted_alerts GROUP BY book_id) x`,
  );
  const { alerts, most } = rows[0]!;
  const times = [0.5, 0.95, 1].map((part) => milliseconds(percentile(latencies, part)));
  return {
    figure: `A listing, matched with ${whole(ENTRIES)} entries, alerts written`,
    measured: `p50 ${times[0]}, p95 ${times[1]}, at most ${times[2]} ms; ${whole(alerts / ids.length)} alerts each, at most ${whole(most)}`,
  };
}

/** `GET /api/wanted` of a user whose list is full; the product keeps what others offer for a minute. */
async function fullList(market: BenchEnvironment, { pool }: Database): Promise<ReportRow> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM users WHERE subject = $1', [
    subjectOf(USER),
  ]);
  const statements = await market.bare.record((recorded) => {
    const availability = new PersonalCache<Availability>({ clock, lifetimeMs: 0, users: 1 });
    const ratings = new PersonalCache<Book['priceRating']>({ clock, lifetimeMs: 0, users: 1 });
    const prices = { toBooks };
    return listEntries({ database: recorded, clock, availability, ratings, prices }, rows[0]!.id);
  });
  const token = await market.tokenOf(USER);
  const measured = await interleave(
    productSide(market, { path: () => '/api/wanted', token, connections: 1 }),
    bareSide(market, () => statements, 1),
    market.pace,
  );
  return rateRow('A full list of wanted entries · bare SQL', measured);
}

async function oneByOne(work: () => Promise<void>, duration: number): ReturnType<Side['run']> {
  const latencies: number[] = [];
  const start = performance.now();
  for (let began = start; began < start + duration;) {
    await work();
    const now = performance.now();
    latencies.push(now - began);
    began = now;
  }
  return { count: latencies.length, seconds: (performance.now() - start) / 1000, latencies };
}
