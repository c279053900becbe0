/**
 * What a process that nobody uses costs the database. A minute of it has bursts of some statements, which
 * `npm run bench -- idle` measures; between them there is nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultDatabaseTimeouts } from '#platform/server/database/database-timeouts.ts';
import { openDatabase } from '#platform/server/database/database.ts';
import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { createRecordingLog } from '#tests/support/fakes/recording-log.ts';
import type { PostgresNode } from '#tests/support/postgresql/postgres-node.ts';
import { ProductProcess } from '#tests/support/processes/product-process.ts';
import { findPostgres, startPostgres } from '#tests/support/server/postgres-cluster.ts';

/** Polling every three seconds is more than `MAX_TRANSACTIONS_A_SECOND` in each window. */
const WINDOW_MS = 10_000;
const MAX_TRANSACTIONS_A_SECOND = 0.25;
/** One for requests, one for events. */
const MAX_CONNECTIONS = 2;
const WITHIN_MS = 40_000;

describe.skipIf(!findPostgres())('an idle process', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bookswap-idle-'));
  let postgres: PostgresNode;
  let product: ProductProcess;

  beforeAll(async () => {
    // Its workers are transactions, too.
    postgres = await startPostgres({ settings: { autovacuum: 'off' } });
    await postgres.query('CREATE DATABASE market');
    const url = postgres.urlOf('market');
    const log = createRecordingLog();
    const database = await openDatabase({ url, dataDir: '', log });
    await migrateDatabase(database, { folder: 'db/migrations', log });
    await database.close();
    const idle = { IDLE_CONNECTION_MS: '1000' };
    product = await ProductProcess.start({ DATABASE_URL: url, DATA_DIR: dataDir, ...idle });
  }, 120_000);
  afterAll(async () => {
    await product?.kill();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true });
  });

  /** From another database, so that the readings are not among the transactions. */
  async function read() {
    const [row] = await postgres.query(
      `SELECT xact_commit + xact_rollback AS transactions, (
         SELECT count(*) FROM pg_stat_activity WHERE datname = 'market' AND application_name LIKE 'bookswap%') AS connections
       FROM pg_stat_database WHERE datname = 'market'`,
    );
    const { transactions, connections } = row as Record<string, string>;
    return { at: performance.now(), transactions: Number(transactions), connections: Number(connections) };
  }

  it('closes its connections', async () => {
    expect(defaultDatabaseTimeouts.idleConnection).toBeLessThanOrEqual(MINUTE_MS);
    const connections = async () => (await read()).connections;
    await expect.poll(connections, { timeout: WITHIN_MS }).toBeLessThanOrEqual(MAX_CONNECTIONS);
  });

  it('does not poll the database', async () => {
    const readings = [await read()];
    const rate = async () => {
      const now = await read();
      readings.push(now);
      const start = readings.findLast(({ at }) => now.at - at >= WINDOW_MS);
      if (start === undefined) return Infinity;
      return (now.transactions - start.transactions) / ((now.at - start.at) / 1_000);
    };
    const options = { timeout: WITHIN_MS, interval: 500 };
    await expect.poll(rate, options).toBeLessThan(MAX_TRANSACTIONS_A_SECOND);
  });
});
