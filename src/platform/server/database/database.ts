import { setTimeout as delay } from 'node:timers/promises';
import { drizzle, NodePgSession, NodePgTransaction } from 'drizzle-orm/node-postgres';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type { Client, Pool, PoolClient } from 'pg';
import type { EmbeddedPostgresql } from '#packages/embedded-postgresql/embedded-postgresql.ts';
import { databaseErrorCode } from './database-error.ts';
import type { DatabaseLog } from './database-log.ts';
import { type DatabaseTimeouts, defaultDatabaseTimeouts } from './database-timeouts.ts';
import { connectionConfig, openSession } from './connection-config.ts';
import { socketUrl, startEmbeddedDatabase } from './embedded-database.ts';
import { GuardedPool } from './guarded-pool.ts';

export { DatabaseInUseError, DatabaseStartError } from './embedded-database.ts';
export { checkConnections } from './check-connections.ts';
export { NestedDatabaseUseError } from './guarded-pool.ts';
export { databaseErrorCode, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from './database-error.ts';
export type { DatabaseLog } from './database-log.ts';

export type Orm = NodePgDatabase;
export type Transaction = Parameters<Parameters<Orm['transaction']>[0]>[0];

export type Database = {
  readonly orm: Orm;
  readonly pool: Pool;
  /** For other processes that connect to the same database. */
  readonly url: string;
  /** Of the same database past a pooler; `url` if there is none. */
  readonly directUrl: string;
  /** A pooler shares the server's connections: between two transactions, session state is lost. */
  readonly isPooled: boolean;
  readonly timeouts: DatabaseTimeouts;
  /** A connection past any pooler, without limits, for the state of a session. Its caller ends it. */
  openSession(): Promise<Client>;
  /**
   * Runs the work in one transaction. It runs again, from the start, after a serialization failure or a
   * deadlock (at most twice), so it must have no other effects. Inside of it the pool, the orm and a second
   * transaction throw NestedDatabaseUseError.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, config?: PgTransactionConfig): Promise<T>;
  /** Resolves when the database responds. */
  ping(): Promise<void>;
  close(): Promise<void>;
  /** The server that this process runs; undefined with an external one. */
  readonly embedded: EmbeddedPostgresql | undefined;
};

export type OpenDatabaseOptions = {
  /** Of a PostgreSQL server; without it this process runs one in `dataDir/database`. */
  url?: string | undefined;
  /** `url` leads to a pooler in transaction mode, and this one to the same database past it. */
  directUrl?: string | undefined;
  dataDir: string;
  log: DatabaseLog;
  timeouts?: Partial<DatabaseTimeouts> | undefined;
};

const CLOSE_TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
/** A serialization failure, and a deadlock. */
const RETRYABLE_CODES = new Set(['40001', '40P01']);

/**
 * Connects to the configured PostgreSQL, or starts the embedded one. Throws DatabaseInUseError and
 * DatabaseStartError.
 */
export async function openDatabase({
  url,
  directUrl,
  dataDir,
  log,
  ...options
}: OpenDatabaseOptions): Promise<Database> {
  const timeouts = { ...defaultDatabaseTimeouts, ...options.timeouts };
  const embedded =
    url === undefined
      ? await startEmbeddedDatabase(dataDir, { log, lockTimeoutMs: timeouts.directoryLock })
      : undefined;
  const connectionString = embedded ? socketUrl(embedded.socketDirectory) : url!;
  const isPooled = directUrl !== undefined;
  const pool = new GuardedPool({
    config: connectionConfig(connectionString, { timeouts, isPooled, isEmbedded: embedded !== undefined }),
    isPooled,
    // At the end the embedded server may close a connection before it hears that we do.
    onConnectionError: (error) => pool.ending || log.warn({ err: error }, 'A database connection broke'),
  });
  let closed: Promise<void> | undefined;
  const orm = drizzle(pool);
  const transaction: Database['transaction'] = (work, settings) => runTransaction(pool, work, settings);
  // Libraries that know only the orm get the same transactions.
  orm.transaction = transaction;
  return {
    orm,
    pool,
    url: connectionString,
    directUrl: directUrl ?? connectionString,
    isPooled,
    timeouts,
    openSession: () => openSession(directUrl ?? connectionString, embedded !== undefined),
    transaction,
    embedded,
    ping: async () => {
      await pool.query('SELECT 1');
    },
    close: () => (closed ??= closeAll(pool, embedded)),
  };
}

/** Waits for running work, but not for a connection that is never released. */
async function closeAll(pool: GuardedPool, embedded: EmbeddedPostgresql | undefined): Promise<void> {
  const patience = new AbortController();
  await Promise.race([
    pool.end(),
    delay(CLOSE_TIMEOUT_MS, undefined, { signal: patience.signal, ref: false }).catch(() => undefined),
  ]);
  patience.abort();
  await embedded?.stop();
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
      if (attempt >= MAX_ATTEMPTS || code === undefined || !RETRYABLE_CODES.has(code)) throw error;
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
    // PostgreSQL responds like this if a statement failed and the work ignored it.
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
