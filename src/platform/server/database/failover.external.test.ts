import pg from 'pg';
import { expect, test } from 'vitest';
import { findHaproxy, startHaproxy } from '#tests/support/postgresql/haproxy.ts';
import { findPgBouncer, startPgBouncer } from '#tests/support/postgresql/pgbouncer.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { findPostgres, startPostgres } from '#tests/support/server/postgres-cluster.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import { isUnavailable } from '../is-unavailable.ts';
import { type Database, openDatabase } from './database.ts';

const MAX_OUTAGE_MS = 10_000;
const WRITERS = 4;

/** Whichever of the standbys has more: with ANY 1 each acknowledged commit is on at least one of them. */
async function furthest(standbys: PostgresNode[]): Promise<PostgresNode> {
  const positions = await Promise.all(
    standbys.map(async (standby) => {
      const [row] = await standby.query(`SELECT pg_last_wal_receive_lsn() - '0/0' AS bytes`);
      return Number(row!['bytes']);
    }),
  );
  return standbys[positions.indexOf(Math.max(...positions))]!;
}

test.skipIf(!findPostgres() || !findHaproxy())(
  'a killed primary with two standbys (ANY 1): the pool is back within 10 s, and every acknowledged row is there',
  { timeout: 120_000 },
  async () => {
    const primary = await startPostgres({ durable: true });
    await primary.query('CREATE TABLE written (number int PRIMARY KEY)');
    const standbys = [
      await primary.startReplica({ name: 'one' }),
      await primary.startReplica({ name: 'two' }),
    ];
    await primary.query(`ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (one, two)'`);
    await primary.query('SELECT pg_reload_conf()');
    const proxy = await startHaproxy([primary, ...standbys].map(({ port }) => port));
    const log = createRecordingLog();
    const database = await openDatabase({ url: proxy.urlOf('postgres'), dataDir: '', log });
    const acknowledged: number[] = [];
    let next = 0;
    const done = new AbortController();
    const write = async () => {
      while (!done.signal.aborted) {
        const number = next++;
        await database.pool.query('INSERT INTO written VALUES ($1)', [number]).then(
          () => acknowledged.push(number),
          () => {},
        );
      }
    };
    const writers = Array.from({ length: WRITERS }, write);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(200);
    const killedAt = performance.now();
    await primary.kill();
    const before = acknowledged.length;
    const promoted = await furthest(standbys);
    await promoted.promote();
    await expect.poll(() => acknowledged.length, { interval: 20 }).toBeGreaterThan(before);
    expect(performance.now() - killedAt).toBeLessThan(MAX_OUTAGE_MS);
    done.abort();
    await Promise.all(writers);
    const kept = new Set((await promoted.query('SELECT number FROM written')).map(({ number }) => number));
    expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
    await database.close();
    for (const each of [proxy, primary, ...standbys]) await each.stop();
  },
);

test.skipIf(!findPostgres())(
  'a connection to a replica is refused, and one that became read-only is dropped',
  { timeout: 60_000 },
  async () => {
    const primary = await startPostgres();
    await primary.query('CREATE TABLE written (number int PRIMARY KEY)');
    const replica = await primary.startReplica();
    const database = await openDatabase({ url: replica.url, dataDir: '', log: createRecordingLog() });
    const refusal: unknown = await database.ping().catch((error: unknown) => error);
    expect(isUnavailable(refusal)).toBe(true);
    expect(String(refusal)).toContain('replica');
    await replica.promote();
    await expect.poll(() => database.ping().then(() => true, String)).toBe(true);
    const write = (mode: string) =>
      database.transaction((tx) => tx.execute('INSERT INTO written VALUES (1)'), {
        accessMode: mode as 'read write',
      });
    const before = await backendOf(database);
    await expect(write('read only')).rejects.toThrow(/Failed query/);
    await write('read write');
    expect(await backendOf(database)).not.toBe(before);
    await database.close();
    await replica.stop();
    await primary.stop();
  },
);

const backendOf = async ({ pool }: Database): Promise<unknown> =>
  (await pool.query('SELECT pg_backend_pid() AS pid')).rows[0].pid;

test.skipIf(!findPostgres() || !findPgBouncer())(
  'a restarted server behind PgBouncer is used again',
  { timeout: 60_000 },
  async () => {
    const server = await startPostgres();
    const pooler = await startPgBouncer({ serverPort: server.port });
    const ask = async () => {
      const client = new pg.Client({
        connectionString: pooler.urlOf('postgres'),
        connectionTimeoutMillis: 8_000,
      });
      client.on('error', () => {});
      await client
        .connect()
        .then(() => client.query('SELECT 1'))
        .finally(() => client.end());
    };
    await server.shutDown();
    await expect(ask()).rejects.toThrow(/connect|server|timeout/);
    await server.start();
    await expect.poll(() => ask().then(() => true, String), { timeout: MAX_OUTAGE_MS }).toBe(true);
    await pooler.stop();
    await server.stop();
  },
);
