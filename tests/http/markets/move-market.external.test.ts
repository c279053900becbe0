import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openControlDirectory } from '#platform/server/markets/control/open-control-directory.ts';
import type { MarketDirectory } from '#platform/server/markets/market-directory.ts';
import { databasePassword } from '#platform/server/markets/market-keys.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { MarketApp } from '#tests/support/markets/market-app.ts';
import { startMarketWriter } from '#tests/support/markets/market-writer.ts';
import {
  queryUrl,
  startCell,
  TEST_SECRET_KEY,
  TestDeployment,
} from '#tests/support/markets/test-deployment.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';

let cells: PostgresNode[];
let deployment: TestDeployment;
let directory: MarketDirectory;
let name: string;
let number = 0;
const all = 'SELECT name FROM installation_state ORDER BY name';

const replicating = {
  wal_level: 'logical',
  // Each table takes a worker for some time.
  max_sync_workers_per_subscription: '4',
  max_logical_replication_workers: '12',
  max_worker_processes: '20',
  max_replication_slots: '20',
  max_wal_senders: '20',
  // How long the worker of a table waits after another one has ended.
  wal_retrieve_retry_interval: '100ms',
};

beforeAll(async () => {
  const talkative = { log_statement: 'ddl', log_min_duration_statement: '0' };
  cells = await Promise.all([startCell(replicating), startCell({ ...replicating, ...talkative })]);
  deployment = await TestDeployment.start(cells[0]);
  const { port } = cells[1]!;
  await deployment.run(['cells', 'add', 'east', '--url', `postgres://127.0.0.1:${port}`]);
  directory = await openControlDirectory({
    url: deployment.variables['DATABASE_URL']!,
    root: TEST_SECRET_KEY,
    installation: { database: { url: deployment.variables['DATABASE_URL']! }, hosts: [] },
    log: createRecordingLog(),
  });
});
afterAll(async () => {
  await directory.close();
  await deployment.stop();
  await cells[1]!.stop();
});

let count = 0;
beforeEach(async () => {
  count += 1;
  name = `market-${count}`;
  await deployment.run(['create', name, '--host', `${name}.example`]);
  ({ number } = await deployment.entry(name));
});
afterEach(async () => {
  await deployment.run(['delete', name, '--now', '--yes', name]);
  expect(await cells[0]!.query('SELECT slot_name FROM pg_replication_slots')).toEqual([]);
});

const move = (...more: string[]) => ['move', name, '--to', 'east', ...more];
const entry = () => deployment.entry(name);
const rowsNow = async () =>
  (await queryUrl((await entry()).database.url, all)).map((row) => String(row['name']));
const openApp = async () => MarketApp.start({ variables: deployment.variables, entry: await entry() });
const inEast = (text: string) => cells[1]!.query(text, `m${number}`);

test.each([['under writes'], ['offline', '--offline']])(
  'a market moves %s, and nothing acknowledged is lost',
  async (...how) => {
    const writer = startMarketWriter(directory, number);
    await expect.poll(() => writer.written.length).toBeGreaterThan(5);
    await deployment.run(move(...how.slice(1)));
    const before = writer.written.length;
    await expect.poll(() => writer.written.length).toBeGreaterThan(before + 5);
    await writer.stop();
    const { cell, state, database } = await entry();
    expect([cell, state]).toEqual(['east', 'active']);
    expect(new URL(database.url).port).toBe(String(cells[1]!.port));
    const rows = await rowsNow();
    expect(writer.written.filter((written) => !rows.includes(written))).toEqual([]);
    expect(rows).not.toContain('move-marker');
    expect(writer.longestWaitMs).toBeLessThan(10_000);
    // Nobody writes in the source, and nothing of the move is left there.
    const former = withParts(database.url, { database: `m${number}` }).replace(
      String(cells[1]!.port),
      String(cells[0]!.port),
    );
    await expect(queryUrl(former, 'SELECT 1')).rejects.toThrow(/not permitted to log in/);
    const remains = `SELECT (SELECT count(*) FROM pg_replication_slots)::int AS slots, (SELECT count(*) FROM pg_roles WHERE rolname LIKE '%move')::int AS roles,
    (SELECT count(*) FROM pg_publication)::int AS publications`;
    expect(await cells[0]!.query(remains, `m${number}`)).toEqual([{ slots: 0, roles: 0, publications: 0 }]);
    expect(await inEast('SELECT count(*)::int AS n FROM pg_subscription')).toEqual([{ n: 0 }]);
  },
);

test('people, sessions, sequences and waiting jobs arrive', async () => {
  const before = await openApp();
  const person = before.visitor();
  await person.signUp('Sam', 'sam@westfield.example');
  await before.stop();
  const { url } = (await entry()).database;
  const addEntry = `INSERT INTO audit_entries (action, at) VALUES ('admin-granted', now())`;
  await queryUrl(url, addEntry);
  await queryUrl(url, addEntry);
  await queryUrl(
    url,
    `INSERT INTO pgboss.job (name, data, start_after, singleton_key)
     SELECT min(name), '{"it": 1}', now() + interval '1 day', 'kept' FROM pgboss.queue WHERE name NOT LIKE '\\_%' AND name <> 'scheduled'`,
  );
  await deployment.run(move());
  const moved = (await entry()).database.url;
  await queryUrl(moved, addEntry);
  const ids = 'SELECT id::int AS id FROM audit_entries ORDER BY id';
  expect((await queryUrl(moved, ids)).map((row) => row['id'])).toEqual([1, 2, 3]);
  const jobs = `SELECT data FROM pgboss.job WHERE singleton_key = 'kept' AND start_after > now()`;
  expect(await queryUrl(moved, jobs)).toEqual([{ data: { it: 1 } }]);
  const after = await openApp();
  expect((await person.movedTo(after.address).post('/api/users/sync')).body).toMatchObject({ name: 'Sam' });
  await after.stop();
});

// One move is interrupted at each of its steps: most of them copy all tables again.
test('interrupted at each step in turn, it is gone on with by the same command, and loses nothing', async () => {
  const writer = startMarketWriter(directory, number);
  for (const [step, moment, cell] of [
    ['prepare', 'after', 'main'],
    ['copy', 'after', 'main'],
    ['switch', 'before', 'main'],
    ['paused', 'before', 'main'],
    ['switch', 'after', 'east'],
    ['clean', 'before', 'east'],
  ] as const) {
    await expect.poll(() => writer.written.length).toBeGreaterThan(2);
    await deployment.interrupt(move(), step, moment);
    // The market is used where it is.
    expect([step, moment, await entry()]).toMatchObject([step, moment, { cell, state: 'active' }]);
    const after = writer.written.length;
    await expect.poll(() => writer.written.length).toBeGreaterThan(after + 2);
  }
  await deployment.run(move());
  await writer.stop();
  expect((await entry()).cell).toBe('east');
  const rows = await rowsNow();
  expect(writer.written.filter((written) => !rows.includes(written))).toEqual([]);
});

test('a command that was killed while the market was paused leads back first', async () => {
  await deployment.interrupt(move(), 'prepare', 'after');
  // What a killed process leaves.
  await deployment.control(`UPDATE control.operations SET step = 'switch' WHERE market = $1`, [number]);
  await deployment.control(`UPDATE control.markets SET state = 'moving' WHERE number = $1`, [number]);
  await deployment.query('postgres', `ALTER ROLE m${number} NOLOGIN`);
  await deployment.run(move());
  expect(await entry()).toMatchObject({ cell: 'east', state: 'active' });
});

test('a copy that differs is not taken: the market stays where it is, and a move that is given up leaves nothing', async () => {
  const { url } = (await entry()).database;
  await deployment.interrupt(move(), 'switch', 'before');
  await inEast(`INSERT INTO installation_state VALUES ('foreign', 'x', now())`);
  await deployment.control(
    `UPDATE control.operations SET step = 'copy' WHERE market = $1 AND ended_at IS NULL`,
    [number],
  );
  await expect(deployment.run(move())).rejects.toThrow(/differs from its source: installation_state/);
  expect(await entry()).toMatchObject({ cell: 'main', state: 'active', database: { url } });
  await queryUrl(url, 'SELECT 1');
  await deployment.run(['move', name, '--cancel']);
  expect(await cells[1]!.query(`SELECT FROM pg_database WHERE datname = 'm${number}'`)).toEqual([]);
  expect(await cells[0]!.query('SELECT FROM pg_replication_slots')).toEqual([]);
  await deployment.run(['pause', name]);
});

test('it moves back within the seven days that its former copy is kept, which is dropped after them', async () => {
  await deployment.run(move());
  await queryUrl((await entry()).database.url, `INSERT INTO installation_state VALUES ('later', 'x', now())`);
  await deployment.run(['move', name, '--to', 'main']);
  expect(await rowsNow()).toContain('later');
  await deployment.run(['delete', '--due']);
  expect(await inEast('SELECT 1 AS it')).toEqual([{ it: 1 }]);
  deployment.clock.advance(8 * 24 * 3_600_000);
  await deployment.run(['delete', '--due']);
  expect(await cells[1]!.query(`SELECT FROM pg_database WHERE datname = 'm${number}'`)).toEqual([]);
  expect(await rowsNow()).toContain('later');
  expect(cells[1]!.log).toContain(`CREATE DATABASE`);
  expect(cells[1]!.log).not.toContain(databasePassword(TEST_SECRET_KEY, `m${number}_move`));
});
