import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { startTestCluster, type TestCluster } from '#tests/support/markets/test-cluster.ts';
import { seal } from '../../secrets/seal.ts';
import type { MarketChange, MarketDirectory } from '../market-directory.ts';
import { databasePassword, directoryKey, rootOfMarket } from '../market-keys.ts';
import { ensureControl } from '../provisioning/ensure-control.ts';
import { openControlDirectory } from './open-control-directory.ts';

const FOLDER = join(import.meta.dirname, '../../../../../db/control');
const ROOT = 'the secret of the installation, which is long';
const NOW = new Date('2026-11-27T10:00:00Z');

let cluster: TestCluster;
let directory: MarketDirectory;
let changes: MarketChange[];
let log: ReturnType<typeof createRecordingLog>;
const run = (text: string, values?: unknown[]) => cluster.query('bookswap', text, values);

beforeAll(async () => {
  cluster = await startTestCluster();
  await cluster.query('postgres', 'CREATE ROLE bookswap LOGIN');
  await cluster.query('postgres', 'CREATE DATABASE bookswap OWNER bookswap');
  const options = {
    database: 'bookswap',
    installationRole: 'bookswap',
    folder: FOLDER,
    root: ROOT,
    now: NOW,
  };
  await ensureControl(cluster, options);
  // Again, as a command that was interrupted.
  await ensureControl(cluster, options);
});
afterAll(() => cluster.stop());

beforeEach(async () => {
  await run('TRUNCATE control.cells CASCADE');
  await run(`INSERT INTO control.cells VALUES ('main', NULL, NULL, NULL, $1)`, [NOW]);
  await run(
    `INSERT INTO control.cells VALUES ('east', 'postgres://db.example:6432', 'postgres://db.example:5432', NULL, $1)`,
    [NOW],
  );
  await addMarket(1, 'northfield', ['localhost', 'northfield.localhost']);
  await run('UPDATE control.markets SET database = NULL');
  log = createRecordingLog();
  directory = await open();
  changes = [];
  directory.subscribe((change) => changes.push(change));
});
afterEach(() => directory.close());

const open = (lookMs?: number) =>
  openControlDirectory({
    url: cluster.urlOf('bookswap', 'bookswap'),
    root: ROOT,
    installation: {
      database: { url: cluster.urlOf('bookswap', 'bookswap') },
      hosts: ['swap.example.edu', 'localhost'],
    },
    log,
    ...(lookMs !== undefined && { lookMs }),
  });

async function addMarket(number: number, name: string, hosts: string[]): Promise<void> {
  await run(
    `INSERT INTO control.markets (number, name, cell, database, state, settings, created_at, state_since)
     VALUES ($1, $2, 'main', $5, 'active', $3, $4, $4)`,
    [number, name, JSON.stringify({ CAMPUS_NAME: name }), NOW, `m${number}`],
  );
  for (const [index, host] of hosts.entries())
    await run('INSERT INTO control.market_hosts VALUES ($1, $2, $3)', [host, number, index === 0]);
}

test('market 1 is the installation, with its own hosts first', () => {
  expect(directory.list()).toEqual([
    {
      number: 1,
      name: 'northfield',
      state: 'active',
      reason: null,
      hosts: ['swap.example.edu', 'localhost', 'northfield.localhost'],
      cell: 'main',
      database: { url: cluster.urlOf('bookswap', 'bookswap') },
      settings: { CAMPUS_NAME: 'northfield' },
      version: expect.any(Number),
    },
  ]);
  expect(directory.find('swap.example.edu')?.number).toBe(1);
});

test('another market has its own root, role, password and secrets, and hosts that it may have taken', async () => {
  await addMarket(17, 'westfield', ['westfield.example', 'swap.example.edu']);
  await run('INSERT INTO control.market_secrets VALUES (17, $1, $2)', [
    'STRIPE_SECRET_KEY',
    seal(directoryKey(ROOT, 17), 'sk_test_1'),
  ]);
  await expect.poll(() => directory.get(17)?.settings['STRIPE_SECRET_KEY']).toBe('sk_test_1');
  await expect.poll(() => directory.get(17)?.hosts.length).toBe(2);
  const root = rootOfMarket(ROOT, 17);
  expect(directory.get(17)).toMatchObject({
    hosts: ['westfield.example', 'swap.example.edu'],
    database: { url: cluster.urlOf('m17', 'm17', databasePassword(ROOT, 17)) },
    settings: { CAMPUS_NAME: 'westfield', SECRET_KEY: root },
  });
  expect([root, databasePassword(ROOT, 17)]).not.toContain(ROOT);
  expect(directory.find('swap.example.edu')?.number).toBe(17);
  await run(`UPDATE control.markets SET cell = 'east' WHERE number = 17`);
  await expect.poll(() => directory.get(17)?.cell).toBe('east');
  const password = databasePassword(ROOT, 17);
  expect(directory.get(17)?.database).toEqual({
    url: `postgres://m17:${password}@db.example:6432/m17`,
    directUrl: `postgres://m17:${password}@db.example:5432/m17`,
  });
});

test('a changed, a removed and an imported market arrive', async () => {
  await addMarket(2, 'westfield', ['westfield.example']);
  await run('INSERT INTO control.market_secrets VALUES (2, $1, $2)', [
    'SECRET_KEY',
    seal(directoryKey(ROOT, 2), 'kept'),
  ]);
  await expect.poll(() => directory.get(2)?.settings['SECRET_KEY']).toBe('kept');
  await run(`UPDATE control.markets SET state = 'paused', reason = 'holidays' WHERE number = 2`);
  await expect.poll(() => directory.find('westfield.example')?.reason).toBe('holidays');
  await run('UPDATE control.markets SET deleted_at = $1 WHERE number = 2', [NOW]);
  await expect.poll(() => directory.find('westfield.example')).toBeUndefined();
  expect(changes.at(-1)).toEqual({ number: 2, removed: true });
});

test('what no notification told is found by its version, also one of a transaction that ended late', async () => {
  await directory.close();
  directory = await open(20);
  await run('ALTER TABLE control.markets DISABLE TRIGGER number_change');
  try {
    await run('UPDATE control.markets SET name = $1, version = 1 WHERE number = 1', ['renamed']);
    await expect.poll(() => directory.get(1)?.name).toBe('renamed');
  } finally {
    await run('ALTER TABLE control.markets ENABLE TRIGGER number_change');
  }
});

test('the last copy serves while the database is away, and what changed meanwhile arrives', async () => {
  await run('ALTER ROLE bookswap_directory NOLOGIN');
  await run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'bookswap_directory'`);
  await expect
    .poll(() =>
      directory.ping!().then(
        () => 'there',
        () => 'away',
      ),
    )
    .toBe('away');
  await addMarket(3, 'eastfield', ['eastfield.example']);
  expect(directory.find('localhost')?.number).toBe(1);
  await run('ALTER ROLE bookswap_directory LOGIN');
  await expect.poll(() => directory.find('eastfield.example')?.number).toBe(3);
});

const LEFT_OUT = 'The entry of a market cannot be read; it is left out';
const KEPT = 'The entry of a market cannot be read; its former settings stay';

test('a market whose secret was sealed with another key is left out, and the others are served', async () => {
  await addMarket(2, 'westfield', ['westfield.example']);
  await addMarket(3, 'eastfield', ['eastfield.example']);
  await directory.close();
  await run('INSERT INTO control.market_secrets VALUES (2, $1, $2)', [
    'SMTP_URL',
    seal(directoryKey('another secret of the installation', 2), 'lost'),
  ]);
  directory = await open();
  expect(directory.list().map(({ number }) => number)).toEqual([1, 3]);
  expect(log.messages).toContain(LEFT_OUT);
  expect(log.fields).toContainEqual(expect.objectContaining({ market: 2 }));
  await run('DELETE FROM control.market_secrets');
  await expect.poll(() => directory.get(2)?.name).toBe('westfield');
});

test('a market that cannot be read any more keeps its former settings, is paused, and leaves a cell', async () => {
  await addMarket(2, 'westfield', ['westfield.example']);
  await expect.poll(() => directory.get(2)?.name).toBe('westfield');
  await run('INSERT INTO control.market_secrets VALUES (2, $1, $2)', ['SMTP_URL', 'damaged']);
  await expect.poll(() => log.messages).toContain(KEPT);
  expect(directory.get(2)).toMatchObject({ state: 'active', settings: { CAMPUS_NAME: 'westfield' } });
  await run(`UPDATE control.markets SET state = 'paused', reason = 'holidays' WHERE number = 2`);
  await expect.poll(() => directory.get(2)).toMatchObject({ state: 'paused', reason: 'holidays' });
  await run(`UPDATE control.markets SET cell = 'east', state = 'active' WHERE number = 2`);
  await expect.poll(() => directory.get(2)).toBeUndefined();
  expect(log.messages).toContain(LEFT_OUT);
});
