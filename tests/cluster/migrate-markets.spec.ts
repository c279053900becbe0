/** `markets migrate` over a hundred markets, killed at three points of its work and run again. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clusterOf } from '#app/cli/markets/cells.ts';
import { withDeployment } from '#app/cli/markets/deployment.ts';
import { migrateMarkets } from '#app/cli/markets/migrate-markets.ts';
import { commandLog } from '#app/cli/open-configured-database.ts';
import { MIGRATIONS } from '#app/cli/product-version.ts';
import { readConfig } from '#app/server/config.ts';
import { databaseOf, withParts } from '#platform/server/markets/market-urls.ts';
import { provisionMarket } from '#platform/server/markets/provisioning/provision-market.ts';
import { addMigration } from '#tests/support/markets/add-migration.ts';
import { startCell, TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';
import { until } from './support/until.ts';

const MARKETS = 100;
const AT_ONCE = 4;
const PROGRAM = join(import.meta.dirname, '../support/processes/migrate-markets-process.ts');

const [COUNT, INDEX, LAST] = ['9997_count', '9998_index', '9999_last'];
/** One that runs twice leaves a second row. */
const noteRun = (name: string) => `INSERT INTO ran VALUES ('${name}')`;

let deployment: TestDeployment;
let folder: string;
/** Of the markets besides the installation. */
let databases: string[] = [];
const figures: string[] = [];

beforeAll(async () => {
  deployment = await TestDeployment.start(await startCell());
  const startedAt = performance.now();
  expect(await deployment.run(['create', 'campus-2', '--host', 'campus-2.example'])).toBe(0);
  await addMarkets(3, MARKETS + 1);
  databases = Array.from({ length: MARKETS }, (_, index) => databaseOf(index + 2));
  folder = mkdtempSync(join(memoryDirectory(), 'bookswap-migrations-'));
  cpSync(MIGRATIONS, folder, { recursive: true });
  addMigration(folder, COUNT, [
    'CREATE TABLE ran (name text NOT NULL)',
    noteRun(COUNT),
    'ALTER TABLE books ADD COLUMN counted int',
  ]);
  const index = 'INDEX CONCURRENTLY';
  const statements = [
    `DROP ${index} IF EXISTS books_counted`,
    `CREATE ${index} books_counted ON books (counted)`,
  ];
  addMigration(folder, INDEX, statements, '-- no transaction\n');
  addMigration(folder, LAST, [noteRun(LAST)]);
  figures.push(`${MARKETS} markets are made in ${seconds(startedAt)} s`);
}, 240_000);
afterAll(async () => {
  process.stdout.write(`\n${figures.map((line) => `  ${line}\n`).join('')}`);
  if (folder !== undefined) rmSync(folder, { recursive: true });
  await deployment?.stop();
});

const seconds = (startedAt: number) => ((performance.now() - startedAt) / 1_000).toFixed(1);

/** From the template of their cell, as `markets create` does, several at once. */
async function addMarkets(first: number, last: number): Promise<void> {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  await withDeployment(readConfig(deployment.variables), async (opened) => {
    const cluster = await clusterOf(opened, 'main');
    const options = { folder: MIGRATIONS, root: opened.root, log: commandLog };
    const work = async () => {
      for (let next = numbers.shift(); next !== undefined; next = numbers.shift())
        await provisionMarket(cluster, next, options);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  });
  const range = 'generate_series($1::int, $2::int) n';
  await deployment.control(
    `INSERT INTO control.markets (number, name, cell, database, state, migrated_to, created_at, state_since)
     SELECT n, 'campus-' || n, cell, 'm' || n, state, migrated_to, created_at, state_since
     FROM control.markets, ${range} WHERE number = 2`,
    [first, last],
  );
  await deployment.control(
    `INSERT INTO control.market_hosts (host, market, is_main) SELECT 'campus-' || n || '.example', n, true FROM ${range}`,
    [first, last],
  );
}

/** Runs the command in a process, and kills it once `isReached`. `lines`: what it has said. */
async function killWhen(isReached: (lines: readonly string[]) => boolean | Promise<boolean>): Promise<void> {
  const command = spawn(process.execPath, [PROGRAM, folder, String(AT_ONCE)], {
    env: { PATH: process.env['PATH'], ...deployment.variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  createInterface({ input: command.stdout }).on('line', (line) => void lines.push(line));
  const ended = once(command, 'exit');
  await until('the command is where it is killed', () => isReached(lines), 120_000);
  command.kill('SIGKILL');
  expect((await ended)[1]).toBe('SIGKILL');
}

/** A transaction in a database, which the result ends. */
async function hold(database: string, statements: string): Promise<() => Promise<void>> {
  const client = new pg.Client({
    connectionString: withParts(deployment.adminUrl, { database }),
    ssl: false,
  });
  await client.connect();
  await client.query(statements);
  return () => client.end();
}

/** Backends of the market's role that wait for a lock. */
const waitingIn = (database: string) =>
  deployment.query(
    'postgres',
    `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND usename = $1 AND wait_event_type = 'Lock'`,
    [database],
  );
const isWaiting = async (database: string) => (await waitingIn(database)).length > 0;

/** Its server notices that the client is gone. */
async function endWaiting(database: string): Promise<void> {
  for (const { pid } of await waitingIn(database))
    await deployment.query('postgres', 'SELECT pg_terminate_backend($1)', [pid]);
  await until('its connection has ended', async () => !(await isWaiting(database)), 10_000);
}

async function migrate(): Promise<boolean> {
  const startedAt = performance.now();
  deployment.said = [];
  const isDone = await withDeployment(
    readConfig(deployment.variables),
    (opened) => migrateMarkets(opened, { atOnce: AT_ONCE, folder }),
    { say: (text) => void deployment.said.push(text) },
  );
  const done = deployment.said.filter((text) => text.endsWith(LAST)).length;
  figures.push(`a run that migrates ${done} of them takes ${seconds(startedAt)} s`);
  return isDone;
}

type Found = { ran: string; journal: number; index: boolean | null };

async function look(database: string): Promise<Found> {
  const [{ it: hasRun }] = (await deployment.query(
    database,
    `SELECT to_regclass('ran') IS NOT NULL AS it`,
  )) as [{ it: boolean }];
  const [row] = await deployment.query(
    database,
    `SELECT ${hasRun ? `(SELECT string_agg(name, ' ' ORDER BY name) FROM ran)` : `''`} AS ran,
       (SELECT count(*)::int FROM drizzle.__drizzle_migrations) AS journal,
       (SELECT indisvalid FROM pg_index WHERE indexrelid = to_regclass('books_counted')) AS index`,
  );
  return row as Found;
}

it('each market is migrated once, however often the command is killed, and one that fails stops only itself', async () => {
  const before = (await look(databases[0]!)).journal;
  const [broken, locked, read] = [databases[30]!, databases[50]!, databases[75]!];
  await deployment.query(broken, 'ALTER TABLE books ADD COLUMN counted text');

  await killWhen((lines) => lines.filter((line) => line.endsWith(LAST)).length >= 10);

  // In the middle of a transaction, whose first statements have run.
  const unlock = await hold(locked, 'BEGIN; LOCK TABLE books IN ACCESS SHARE MODE');
  await killWhen(() => isWaiting(locked));
  await endWaiting(locked);
  await unlock();
  expect(await look(locked)).toEqual({ ran: '', journal: before, index: null });

  // In the middle of an index that is built without a transaction, and stays behind unfinished.
  const endRead = await hold(read, 'BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1');
  await killWhen(() => isWaiting(read));
  await endWaiting(read);
  await endRead();
  expect(await look(read)).toEqual({ ran: COUNT, journal: before + 1, index: false });

  expect(await migrate()).toBe(false);
  const name = broken.replace('m', 'campus-');
  expect(deployment.said.at(-1)).toBe(
    `1 of ${MARKETS + 1} markets are not migrated: ${name}. Run the command again.`,
  );
  expect(deployment.said).toContainEqual(expect.stringMatching(`^${name} failed: .*${COUNT}`));
  await deployment.query(broken, 'ALTER TABLE books DROP COLUMN counted');
  expect(await migrate()).toBe(true);
  expect(deployment.said).toEqual([
    `${name}: ${COUNT}, ${INDEX}, ${LAST}`,
    `${MARKETS + 1} markets are migrated.`,
  ]);

  const migrated = { ran: `${COUNT} ${LAST}`, journal: before + 3, index: true };
  for (const database of ['bookswap', ...databases])
    expect([database, await look(database)]).toEqual([database, migrated]);
  const rows = await deployment.control('SELECT DISTINCT migrated_to FROM control.markets');
  expect(rows).toHaveLength(1);
}, 300_000);
