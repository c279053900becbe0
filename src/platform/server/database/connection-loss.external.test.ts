import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPostgres, startPostgres, type PostgresCluster } from '#tests/support/server/postgres-cluster.ts';
import { openDatabase, type Database } from './database.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';

// A separate cluster: when a backend is killed, PostgreSQL ends all the others too.
describe.skipIf(!findPostgres())('an external PostgreSQL', { timeout: 60_000 }, () => {
  let cluster: PostgresCluster;
  let database: Database;
  const log = createRecordingLog();
  beforeAll(async () => {
    cluster = await startPostgres({ durable: true });
    database = await openDatabase({ url: cluster.url, dataDir: '', log, timeouts: { statement: 5_000 } });
    await database.pool.query('CREATE TABLE written (number int PRIMARY KEY)');
  }, 60_000);
  afterAll(async () => {
    await database.close();
    await cluster.stop();
  });

  test('whose backend is killed while it writes loses nothing acknowledged, and the pool recovers', async () => {
    const acknowledged: number[] = [];
    let next = 0;
    let kills = 0;
    const write = async () => {
      while (acknowledged.length < 300) {
        const number = next++;
        try {
          await database.pool.query('INSERT INTO written VALUES ($1)', [number]);
        } catch {
          continue; // it was not acknowledged
        }
        acknowledged.push(number);
        if (acknowledged.length !== 100) continue;
        const { rows } = await database.pool.query('SELECT pg_backend_pid() AS pid');
        process.kill(rows[0].pid, 'SIGKILL');
        kills += 1;
      }
    };
    await Promise.all([write(), write(), write(), write()]);
    expect(kills).toBe(1);
    const { rows } = await database.pool.query('SELECT number FROM written');
    const kept = new Set(rows.map(({ number }) => number as number));
    expect(acknowledged.filter((number) => !kept.has(number))).toEqual([]);
  });

  test('limits statements, waiting for locks and idle transactions, and compiles no statement', async () => {
    const names = [
      'statement_timeout',
      'lock_timeout',
      'idle_in_transaction_session_timeout',
      'application_name',
      'jit',
    ];
    const shown = await Promise.all(names.map((name) => database.pool.query(`SHOW ${name}`)));
    expect(shown.map(({ rows }) => Object.values(rows[0])[0])).toEqual([
      '5s',
      '15s',
      '10s',
      'bookswap',
      'off',
    ]);
  });

  test('that ends the connection of a transaction fails it, and nothing else', async () => {
    const attempt = database.transaction(async (tx) => {
      const { rows } = await tx.execute('SELECT pg_backend_pid() AS pid');
      const admin = await openDatabase({ url: cluster.url, dataDir: '', log });
      await admin.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
      await admin.close();
      await tx.execute('SELECT 1');
    });
    await expect(attempt).rejects.toThrow(/Failed query/);
    expect((await database.pool.query('SELECT 1 AS it')).rows).toEqual([{ it: 1 }]);
  });
});
