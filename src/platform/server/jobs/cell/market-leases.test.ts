import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type CellProcess, openCellProcess, silentLog } from '#tests/support/product/test-cell.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '#tests/support/server/test-database.ts';
import type { Database } from '../../database/database.ts';
import { newId } from '../../new-id.ts';
import { createControlLeaseStore } from './control-lease-store.ts';
import { insertIntoOutbox, readOutbox } from './job-outbox.ts';
import { MarketLeases } from './market-leases.ts';
import { MarketTimetable } from './market-timetable.ts';

const CONTROL = join(import.meta.dirname, '../../../../../db/control');
const MARKETS = 60;

let control: Database;
let cell: Database;
let market: TestDatabase;
let clock: TestClock;
let ran: string[];
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  control = await createEmptyDatabase();
  cell = await createEmptyDatabase();
  market = await createTestDatabase({ own: true });
  await control.pool.query('CREATE SCHEMA control');
  // Later ones are of other features.
  const files = readdirSync(CONTROL)
    .filter((name) => /^000[12]_/.test(name))
    .toSorted();
  const text = files.map((file) => readFileSync(join(CONTROL, file), 'utf8')).join('\n');
  await control.pool.query(text.replaceAll(/^GRANT .*$/gm, ''));
});
beforeEach(async () => {
  [clock, ran] = [new TestClock(), []];
  await market.reset();
  await control.pool.query('TRUNCATE control.cells, control.processes CASCADE');
  await control.pool.query(`INSERT INTO control.cells (name, created_at) VALUES ('main', now())`);
  await control.pool.query(
    `INSERT INTO control.markets (number, name, cell, state, created_at, state_since)
     SELECT n, 'market-' || n, 'main', 'active', now(), now() FROM generate_series(1, ${MARKETS}) n`,
  );
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(async () => {
  for (const database of [control, cell, market]) await database.close();
});

const openLeases = (pool: Pick<pg.Pool, 'query'> = control.pool) =>
  new MarketLeases({ process: randomUUID(), store: createControlLeaseStore(pool), clock, log: silentLog });

const held = (leases: MarketLeases) => leases.held().map((lease) => lease.market);
const isEachHeldOnce = (...all: MarketLeases[]) => {
  const numbers = all.flatMap(held).toSorted((one, other) => one - other);
  expect(numbers).toEqual(Array.from({ length: MARKETS }, (_, index) => index + 1));
};

it('two processes have half of the markets each, and one takes over within 30 s when the other ends', async () => {
  const [one, other] = [openLeases(), openLeases()];
  await one.renew();
  expect(held(one)).toHaveLength(MARKETS);
  await other.renew();
  expect(held(other)).toEqual([]);
  await one.renew();
  await other.renew();
  isEachHeldOnce(one, other);
  expect(held(one).length).toBeGreaterThan(MARKETS / 4);
  expect(held(other).length).toBeGreaterThan(MARKETS / 4);
  const kept = held(one);
  // The other is killed: until its leases end, nobody has its markets.
  for (let seconds = 10; seconds < 30; seconds += 10) {
    clock.advance({ seconds: 10 });
    await one.renew();
    expect(held(one)).toEqual(kept);
  }
  clock.advance({ seconds: 10 });
  await one.renew();
  expect(held(one)).toHaveLength(MARKETS);
  expect(held(other)).toEqual([]);
});

it('a process that stops gives its leases back, and a third takes a third', async () => {
  const [one, other, third] = [openLeases(), openLeases(), openLeases()];
  const renewTwice = async (...all: MarketLeases[]) => {
    for (const leases of [...all, ...all]) await leases.renew();
  };
  await renewTwice(one, other, third);
  isEachHeldOnce(one, other, third);
  const before = held(one);
  await other.close();
  await renewTwice(one, third);
  isEachHeldOnce(one, third);
  expect(held(one)).toEqual(expect.arrayContaining(before));
});

it('a process that cannot reach the control database has no lease after 30 s', async () => {
  let isAway = false;
  const leases = openLeases({
    query: ((...args: [string, unknown[]]) =>
      isAway ? Promise.reject(new Error('away')) : control.pool.query(...args)) as never,
  });
  await leases.renew();
  isAway = true;
  clock.advance({ seconds: 29 });
  await leases.renew();
  expect(leases.holds(1)).toBe(true);
  clock.advance({ seconds: 1 });
  await leases.renew();
  expect([leases.holds(1), held(leases)]).toEqual([false, []]);
});

type Scheduler = { process: CellProcess; leases: MarketLeases; timetable: MarketTimetable };

/** A process that has only market 1, with a job that takes the rows of `errands` whose time has come. */
async function openScheduler(pass: Partial<{ isMine: boolean }> = {}): Promise<Scheduler> {
  const leases = openLeases();
  const process = await openCellProcess({
    cell,
    markets: new Map([[1, market]]),
    clock,
    isMine: (number) => leases.holds(number),
    onClose: (jobs, number) => timetable.close(number, jobs),
    async onOpen(jobs) {
      const log = (name: string) => async () => void ran.push(name);
      await jobs.schedule('hourly', '10 * * * *', log('hourly'));
      await jobs.schedule(
        'errands',
        '* * * * *',
        async () => {
          await market.pool.query('DELETE FROM errands WHERE at <= $1', [clock.now()]);
          ran.push('errands');
        },
        {
          due: (now) => sql`SELECT FROM errands WHERE at <= ${now}`,
          nextDue: () => sql`SELECT min(at) FROM errands`,
        },
      );
      await jobs.handle<{ n: number }>('count', async ({ n }) => void ran.push(`job ${n}`));
    },
  });
  const timetable = new MarketTimetable({
    leases,
    withMarket: async (number, use) => (number === 1 ? use(await process.open(1)) : null),
    listOpen: () => process.opened,
    clock,
    log: silentLog,
  });
  if (pass.isMine !== false) await leases.renew();
  ends.push(async () => {
    timetable.stop();
    await process.close();
    await leases.close();
  });
  return { process, leases, timetable };
}

/** What happens in the minutes of a process; true while the market is closed in it. */
async function pass(minutes: number, { leases, timetable, process }: Scheduler): Promise<boolean> {
  for (let minute = 0; minute < minutes; minute += 1) {
    clock.advance({ minutes: 1 });
    await leases.renew();
    await timetable.tick(clock.now());
  }
  return !process.opened.has(1);
}

const createErrands = () => market.pool.query('CREATE TABLE IF NOT EXISTS errands (at timestamptz NOT NULL)');
const addErrand = (minutes: number) =>
  market.pool.query('INSERT INTO errands VALUES ($1)', [new Date(clock.now().getTime() + minutes * 60_000)]);

/** All that there were: a connection reports its transactions at the latest when it ends. */
async function countTransactions(): Promise<number> {
  const name = new URL(market.url).pathname.slice(1);
  const connections = 'FROM pg_stat_activity WHERE datname = $1';
  await control.pool.query(`SELECT pg_terminate_backend(pid) ${connections}`, [name]);
  await expect.poll(async () => (await control.pool.query(`SELECT ${connections}`, [name])).rowCount).toBe(0);
  const { rows } = await control.pool.query<{ count: number }>(
    'SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = $1',
    [name],
  );
  return rows[0]!.count;
}

it('a market that sleeps makes no transaction until something is due, and its jobs run then', async () => {
  await createErrands();
  const scheduler = await openScheduler();
  await pass(1, scheduler);
  expect(ran).toEqual([]);
  await addErrand(40);
  await scheduler.process.closeMarket(1);
  const before = await countTransactions();
  expect(await pass(39, scheduler)).toBe(true);
  expect(await countTransactions()).toBe(before);
  expect(ran).toEqual([]);
  await market.ping();
  expect(await countTransactions()).toBeGreaterThan(before);
  expect(await pass(1, scheduler)).toBe(false);
  // The hourly job, too, whose time has passed meanwhile.
  expect(ran.toSorted()).toEqual(['errands', 'hourly']);
  expect(await market.pool.query('SELECT FROM errands')).toMatchObject({ rowCount: 0 });
  await pass(5, scheduler);
  expect(ran).toHaveLength(2);
});

it('a market with nothing due wakes after an hour', async () => {
  await createErrands();
  const scheduler = await openScheduler();
  await pass(1, scheduler);
  await scheduler.process.closeMarket(1);
  expect(await pass(59, scheduler)).toBe(true);
  expect(await pass(1, scheduler)).toBe(false);
  expect(ran).toEqual(['hourly']);
});

it('the holder runs what becomes due in a market that is open in another process', async () => {
  await createErrands();
  const [one, other] = [await openScheduler(), await openScheduler()];
  await one.leases.renew();
  await other.leases.renew();
  const [holder, guest] = one.leases.holds(1) ? [one, other] : [other, one];
  await pass(1, holder);
  await holder.process.closeMarket(1);
  await guest.process.open(1);
  await addErrand(4);
  for (let minute = 0; minute < 5; minute += 1) {
    await pass(1, holder);
    await guest.leases.renew();
    await guest.timetable.tick(clock.now());
  }
  expect(ran).toEqual(['errands']);
  expect(holder.process.opened.has(1)).toBe(true);
});

it('what a killed process left in the outbox runs after its lease is taken over', async () => {
  await createErrands();
  const killed = openLeases();
  await killed.renew();
  // Its market was open.
  await killed.setWakeTimes([{ market: 1, wakeAt: new Date(clock.now().getTime() + 120_000) }]);
  await market.transaction((tx) =>
    insertIntoOutbox(tx, { id: newId(clock.now()), queue: 'count', data: { n: 1 }, afterSeconds: 0 }),
  );
  const heir = await openScheduler();
  expect(heir.leases.holds(1)).toBe(false);
  expect(await pass(1, heir)).toBe(true);
  expect(heir.leases.holds(1)).toBe(true);
  expect(await pass(1, heir)).toBe(false);
  await expect.poll(() => ran).toEqual(['job 1']);
  expect(await readOutbox(market)).toEqual([]);
});
