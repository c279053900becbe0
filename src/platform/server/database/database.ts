import * as path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Pool, PoolClient, PoolConfig } from 'pg';
import type { DatabaseLog } from './database-log.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { ENGINE_LIMITS } from './engine-limits.ts';
import type { EngineLimits } from './engine-limits.ts';
import { GuardedPool } from './guarded-pool.ts';
import { databaseErrorCode } from './database-error.ts';

export { DatabaseInUseError } from './exclusive-lock.ts';
export { NestedDatabaseUseError } from './guarded-pool.ts';
export { databaseErrorCode } from './database-error.ts';
export type { DatabaseLog } from './database-log.ts';

export type Orm = NodePgDatabase;
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

export type Database = {
  readonly orm: Orm;
  readonly pool: Pool;
  readonly kind: 'embedded' | 'postgres';
  /**
   * Runs the work in one transaction. It runs again, from the start, after a serialization failure or a deadlock
   * (at most twice), so it must have no other effects. Inside of it the pool, the orm and a second transaction throw
   * NestedDatabaseUseError.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Lifts the limit of a statement (30 s) while the work, a migration, runs. */
  withoutStatementLimit<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
  /** Of the embedded database only. */
  readonly engine?: EmbeddedEngine;
};

export type OpenDatabaseOptions = {
  /** Of a PostgreSQL; without it the embedded engine serves `dataDir/database`. */
  url?: string | undefined;
  dataDir: string;
  log: DatabaseLog;
  /** Keeps the embedded database in memory, for tests. */
  memory?: boolean;
  /** What an embedded database in memory begins with: a tar of `engine.request('dump')`. */
  loadDump?: Uint8Array<ArrayBuffer> | undefined;
  limits?: Partial<EngineLimits>;
};

const CLOSE_MS = 10_000;
const MOST_ATTEMPTS = 3;
const WORTH_A_RETRY = new Set(['40001', '40P01']);

/** Opens the configured PostgreSQL, or the embedded engine. Throws DatabaseInUseError. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const { url, log } = options;
  const limits = { ...ENGINE_LIMITS, ...options.limits };
  const engine = url
    ? undefined
    : await EmbeddedEngine.open({
        directory: options.memory ? undefined : path.resolve(options.dataDir, 'database'),
        dump: options.loadDump,
        limits,
        log,
      });
  const config: PoolConfig = engine
    ? { host: engine.socketDirectory, port: 5432, user: 'postgres', database: 'postgres' }
    : {
        connectionString: url!,
        application_name: 'bookswap',
        statement_timeout: limits.statement,
        idle_in_transaction_session_timeout: limits.idleInTransaction,
        options: '-c timezone=UTC', // as the embedded engine
        keepAlive: true,
      };
  const pool = new GuardedPool({
    config,
    whenReady: engine ? () => engine.whenReady() : () => Promise.resolve(),
    onConnectionError: (error) => {
      // When the embedded engine restarts, its supervisor says so, once for all connections.
      if (!engine || databaseErrorCode(error) !== undefined)
        log.warn({ error: error.message }, 'A database connection broke');
    },
  });
  let closed: Promise<void> | undefined;
  const orm = drizzle(pool);
  const transaction: Database['transaction'] = (work, settings) => runTransaction(pool, work, settings);
  // Whoever knows only the orm (a library's adapter) gets the same transactions.
  orm.transaction = transaction;
  return {
    orm,
    pool,
    kind: engine ? 'embedded' : 'postgres',
    transaction,
    engine,
    ping: async () => {
      await pool.query('SELECT 1');
    },
    withoutStatementLimit: (work) => (engine ? engine.withoutStatementLimit(work) : work()),
    close: () => (closed ??= closeAll(pool, engine)),
  };
}

/** Lets the work that is under way end, but does not wait for a connection that is never given back. */
async function closeAll(pool: GuardedPool, engine: EmbeddedEngine | undefined): Promise<void> {
  const patience = new AbortController();
  await Promise.race([
    pool.end(),
    delay(CLOSE_MS, undefined, { signal: patience.signal, ref: false }).catch(() => undefined),
  ]);
  patience.abort();
  await engine?.close();
}

async function runTransaction<T>(
  pool: GuardedPool,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await runOnce(pool, work, config);
    } catch (error) {
      const code = databaseErrorCode(error);
      if (attempt >= MOST_ATTEMPTS || code === undefined || !WORTH_A_RETRY.has(code)) throw error;
    }
  }
}

const dialect = new PgDialect();

async function runOnce<T>(
  pool: GuardedPool,
  work: (tx: Transaction) => Promise<T>,
  config: PgTransactionConfig | undefined,
): Promise<T> {
  const client: PoolClient = await pool.connect();
  const scope = { open: true };
  let broken = false;
  try {
    const tx = new NodePgTransaction(dialect, new NodePgSession(client, dialect, undefined), undefined);
    await client.query(beginning(config));
    const result = await pool.scope.run(scope, () => work(tx as unknown as Transaction));
    const { command } = await client.query('COMMIT');
    // The engine answers so when a statement failed and the work went on as if it had not.
    if (command === 'ROLLBACK')
      throw new Error('The transaction was rolled back, because a statement in it failed unnoticed');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    scope.open = false;
    client.release(broken);
  }
}

function beginning(config: PgTransactionConfig = {}): string {
  const parts = ['BEGIN'];
  if (config.isolationLevel) parts.push(`ISOLATION LEVEL ${config.isolationLevel}`);
  if (config.accessMode) parts.push(config.accessMode);
  if (config.deferrable !== undefined) parts.push(config.deferrable ? 'DEFERRABLE' : 'NOT DEFERRABLE');
  return parts.join(' ');
}
