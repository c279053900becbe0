import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { startTestCluster, type TestCluster } from '#tests/support/markets/test-cluster.ts';
import { pollOptions } from '#tests/support/product/job-queues.ts';
import { silentLog } from '#tests/support/product/test-cell.ts';
import { TestClock } from '#tests/support/server/test-clock.ts';
import { defineTopic } from '#platform/server/events/event-bus.ts';
import { createMemoryDirectory, type MarketEntry } from '#platform/server/markets/market-directory.ts';
import { databasePassword, rootOfMarket } from '#platform/server/markets/market-keys.ts';
import { ensureControl } from '#platform/server/markets/provisioning/ensure-control.ts';
import {
  ensureJobsDatabase,
  JOBS_DATABASE,
} from '#platform/server/markets/provisioning/ensure-jobs-database.ts';
import { provisionMarket } from '#platform/server/markets/provisioning/provision-market.ts';
import { readConfig } from '../config.ts';
import { createProcessServices } from '../process/process-services.ts';
import { createEdge, type Edge } from './create-edge.ts';
import { MarketCells } from './market-cells.ts';

const ROOT = 'the secret of the installation, which is long enough';
const DB = join(import.meta.dirname, '../../../../db');
const NUMBERS = [2, 3] as const;
const news = defineTopic<string>('news', { isStored: () => false });

let cluster: TestCluster;
let clock: TestClock;
let dataDir: string;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  cluster = await startTestCluster();
  dataDir = mkdtempSync(join(tmpdir(), 'bookswap-test-cells-'));
  await cluster.query('postgres', 'CREATE ROLE bookswap LOGIN');
  await cluster.query('postgres', 'CREATE DATABASE bookswap OWNER bookswap');
  const now = new Date();
  const folder = join(DB, 'control');
  await ensureControl(cluster, {
    database: 'bookswap',
    installationRole: 'bookswap',
    folder,
    root: ROOT,
    now,
  });
  await ensureJobsDatabase(cluster, ROOT);
  // Again, as a command that was interrupted.
  await ensureJobsDatabase(cluster, ROOT);
  const template = { folder: join(DB, 'migrations'), root: ROOT, log: createRecordingLog() };
  await cluster.query('bookswap', `INSERT INTO control.cells (name, created_at) VALUES ('main', now())`);
  for (const number of NUMBERS) {
    await provisionMarket(cluster, number, template);
    await cluster.query(
      'bookswap',
      `INSERT INTO control.markets (number, name, cell, database, state, created_at, state_since)
       VALUES ($1, $2, 'main', $3, 'active', now(), now())`,
      [number, `market-${number}`, `m${number}`],
    );
  }
}, 120_000);
beforeEach(async () => {
  clock = new TestClock();
  await cluster.query('bookswap', 'TRUNCATE control.leases, control.processes');
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(async () => {
  await cluster.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const entryOf = (number: number): MarketEntry => ({
  number,
  name: `market-${number}`,
  state: 'active',
  reason: null,
  hosts: [`market-${number}.localhost`],
  cell: 'main',
  database: { url: cluster.urlOf(`m${number}`, `m${number}`, databasePassword(ROOT, number)) },
  settings: { SECRET_KEY: rootOfMarket(ROOT, number) },
  version: 1,
});

type Process = { edge: Edge; cells: MarketCells };

async function openProcess(): Promise<Process> {
  const variables = {
    PORT: '4399',
    DATA_DIR: dataDir,
    DATABASE_URL: cluster.urlOf('bookswap', 'bookswap'),
    SECRET_KEY: ROOT,
    DEMO: '0',
    ISBN_LOOKUP: 'off',
    LOG_LEVEL: 'fatal',
  };
  const directory = createMemoryDirectory(NUMBERS.map(entryOf));
  const services = createProcessServices();
  const cells = await MarketCells.open({
    directory,
    markets: () => edge.markets,
    controlUrl: variables.DATABASE_URL,
    root: ROOT,
    redisUrl: undefined,
    isAlone: false,
    originOf: ({ hosts }) => `http://${hosts[0]}`,
    clock,
    log: silentLog,
    databaseLog: createRecordingLog(),
  });
  const edge = await createEdge({
    config: readConfig(variables),
    variables,
    directory,
    services,
    clock,
    app: { unlimited: true, hashing: { N: 256 } },
    database: { log: createRecordingLog() },
    databaseOf: () => undefined,
    cellPartsOf: (entry) => cells.partsOf(entry),
  });
  ends.push(async () => {
    edge.drain();
    cells.drain();
    await edge.close();
    await cells.close();
    await services.close();
    await directory.close();
  });
  return { edge, cells };
}

const openMarkets = ({ edge }: Process) =>
  edge.markets
    .list()
    .map(({ number }) => number)
    .toSorted((one, other) => one - other);

const contextOf = async ({ edge }: Process, number: number) => (await edge.markets.get(number)).app.context;

const statesOf = (number: number) =>
  cluster.query(JOBS_DATABASE, 'SELECT state::text FROM pgboss.job WHERE name = $1', [`m${number}`]);

test('a job of a market runs there, through the queue of the cell', async () => {
  const process = await openProcess();
  const { mailer, database } = await contextOf(process, 2);
  await database.transaction((tx) =>
    mailer.send(tx, { to: 'tom@northfield.example', subject: 'Hello', text: 'Tom' }),
  );
  await expect.poll(() => statesOf(2), pollOptions).toEqual(['completed']);
  expect(await database.orm.execute(sql`SELECT FROM queued_emails`)).toMatchObject({ rowCount: 0 });
  expect(await cluster.query('m2', `SELECT to_regclass('pgboss.job')`)).toEqual([null]);
});

test('an event reaches its market in another process, and no other market', async () => {
  const [one, other] = [await openProcess(), await openProcess()];
  const here = await contextOf(one, 2);
  const seen: string[] = [];
  for (const [process, number] of [
    [one, 3],
    [other, 2],
    [other, 3],
  ] as const) {
    const { events } = await contextOf(process, number);
    events.subscribe(news, (text) => seen.push(`${number} ${text}`));
  }
  here.events.publish(news, 'of 2');
  (await contextOf(one, 3)).events.publish(news, 'of 3');
  await expect.poll(() => seen.toSorted(), pollOptions).toEqual(['2 of 2', '3 of 3', '3 of 3']);
});

test('the holder of a lease opens a closed market, and runs what a killed process left there', async () => {
  await cluster.query(
    'm3',
    `INSERT INTO job_outbox (id, queue, data) VALUES (gen_random_uuid(), 'delete-outbox-files', '{"mark":"0"}')`,
  );
  const process = await openProcess();
  await process.cells.leases.renew();
  process.cells.start();
  expect(openMarkets(process)).toEqual([]);
  await process.cells.timetable.tick(clock.now());
  expect(openMarkets(process)).toEqual([2, 3]);
  await expect.poll(() => statesOf(3), pollOptions).toEqual(['completed']);
  expect(await cluster.query('m3', 'SELECT id FROM job_outbox')).toEqual([]);
});

test('markets close after ten idle minutes though their jobs are looked for, and wake at most an hour later', async () => {
  const process = await openProcess();
  await process.cells.leases.renew();
  await contextOf(process, 2);
  await contextOf(process, 3);
  for (let minute = 0; minute < 11; minute += 1) {
    clock.advance({ minutes: 1 });
    await process.cells.leases.renew();
    await process.cells.timetable.tick(clock.now());
  }
  await process.edge.markets.closeIdle();
  expect(openMarkets(process)).toEqual([]);
  const wakes = process.cells.leases.held().map(({ wakeAt }) => wakeAt!.getTime() - clock.now().getTime());
  expect(wakes).toHaveLength(2);
  for (const ms of wakes) expect(ms).toBeGreaterThan(0);
  clock.advance({ minutes: 60 });
  await process.cells.leases.renew();
  await process.cells.timetable.tick(clock.now());
  expect(openMarkets(process)).toEqual([2, 3]);
});

test('the role of the jobs reads no table of a market, and a market does not connect to the jobs', async () => {
  const connect = async (role: string | number, database: string) => {
    const name = typeof role === 'number' ? `m${role}` : role;
    const connectionString = cluster.urlOf(name, database, databasePassword(ROOT, role));
    const client = new pg.Client({ connectionString, ssl: false });
    client.on('error', () => {});
    try {
      await client.connect();
      if (database !== JOBS_DATABASE) await client.query('SELECT FROM users');
      return 'connected';
    } catch (error) {
      return (error as { code?: string }).code;
    } finally {
      await client.end();
    }
  };
  // Without a right to the schema no table has a name.
  for (const database of ['m2', 'm3', 'bookswap', 'postgres'])
    expect(['42P01', '42501']).toContain(await connect('bookswap_cell', database));
  for (const number of NUMBERS) expect(await connect(number, JOBS_DATABASE)).toBe('42501');
  expect(await connect('bookswap_cell', JOBS_DATABASE)).toBe('connected');
});
