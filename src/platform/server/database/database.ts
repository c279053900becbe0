import { setTimeout as delay } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Client } from 'pg';
import type { EmbeddedPostgresql } from '#packages/embedded-postgresql/embedded-postgresql.ts';
import type { ConnectionShare } from '../budgets/connection-budget.ts';
import type { DatabaseLog } from './database-log.ts';
import { type DatabaseTimeouts, defaultDatabaseTimeouts } from './database-timeouts.ts';
import { connectionConfig, openSession } from './connection-config.ts';
import { socketUrl, startEmbeddedDatabase } from './embedded-database.ts';
import { throttleByKey } from '../concurrency/throttle-by-key.ts';
import { GuardedPool } from './guarded-pool.ts';
import { createProbe } from './pooler/direct-server.ts';
import type { Orm, ReadableDatabase } from './orm.ts';
import { Replica } from './replica.ts';
import { afterCommit, runTransaction } from './run-transaction.ts';

export { DatabaseInUseError, DatabaseStartError } from './embedded-database.ts';
export { NestedDatabaseUseError } from './guarded-pool.ts';
export { databaseErrorCode, FOREIGN_KEY_VIOLATION, UNIQUE_VIOLATION } from './database-error.ts';
export type { DatabaseLog } from './database-log.ts';
export type { Orm, ReadableDatabase, Transaction } from './orm.ts';

export type Database = ReadableDatabase & {
  readonly orm: Orm;
  /** The URL by which other processes connect to the same database. */
  readonly url: string;
  /** The URL that bypasses the pooler; `url` without one. */
  readonly directUrl: string;
  /** A pooler shares the server's connections: between two transactions, session state is lost. */
  readonly isPooled: boolean;
  readonly timeouts: DatabaseTimeouts;
  /** A connection that bypasses the pooler, without timeouts, for session state. The caller closes it. */
  openSession(): Promise<Client>;
  /** Runs `effect` after the commit, or at once without a transaction; after a rollback never. Per key the last one runs. */
  afterCommit(effect: () => void, key?: unknown): void;
  ping(): Promise<void>;
  close(): Promise<void>;
  /** Serves reads that may be some seconds old. */
  readonly replica: Replica | null;
  /** The server that this process runs; undefined with an external one. */
  readonly embedded: EmbeddedPostgresql | undefined;
};

export type OpenDatabaseOptions = {
  /** The URL of a PostgreSQL server. Without one this process runs a server in `dataDir/database`. */
  url?: string | undefined;
  /** Set if `url` is a pooler in transaction mode: the URL of the same database without the pooler. */
  directUrl?: string | undefined;
  replicaUrl?: string | undefined;
  dataDir: string;
  log: DatabaseLog;
  timeouts?: Partial<DatabaseTimeouts> | undefined;
  /** The market's share of the connections of the process. */
  connections?: ConnectionShare | undefined;
};

const CLOSE_TIMEOUT_MS = 10_000;
const LOG_INTERVAL_MS = 1_000;

/** Connects to the configured PostgreSQL, or starts the embedded one. Throws DatabaseInUseError, DatabaseStartError. */
export async function openDatabase({
  url,
  directUrl,
  replicaUrl,
  dataDir,
  log,
  connections,
  ...options
}: OpenDatabaseOptions): Promise<Database> {
  const timeouts = { ...defaultDatabaseTimeouts, ...options.timeouts };
  const embedded =
    url === undefined
      ? await startEmbeddedDatabase(dataDir, { log, lockTimeoutMs: timeouts.directoryLock })
      : undefined;
  const connectionString = embedded ? socketUrl(embedded.socketDirectory) : url!;
  const isPooled = directUrl !== undefined;
  // In an outage all connections break at once, and again on each retry.
  const connectionErrors = throttleByKey<Error>(LOG_INTERVAL_MS, (error) =>
    log.warn({ err: error }, 'A database connection broke'),
  );
  const pool = new GuardedPool({
    config: {
      ...connectionConfig(connectionString, { timeouts, isPooled, isEmbedded: embedded !== undefined }),
      idleTimeoutMillis: timeouts.idleConnection,
    },
    isPooled,
    probe: directUrl === undefined ? undefined : createProbe(directUrl),
    // The embedded server may close a connection first while it stops.
    onConnectionError: (error) => pool.ending || connectionErrors.push('', error),
    log,
    connections,
  });
  const replica =
    replicaUrl === undefined ? null : new Replica({ url: replicaUrl, primary: pool, log, connections });
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
    afterCommit: (effect, key) => afterCommit(pool, effect, key),
    replica,
    embedded,
    ping: async () => {
      await pool.query('SELECT 1');
    },
    close: () => (closed ??= closeAll({ pool, replica, embedded })),
  };
}

/** Waits for running work, but not for a connection that is never released. */
async function closeAll({
  pool,
  replica,
  embedded,
}: Pick<Database, 'replica' | 'embedded'> & { pool: GuardedPool }): Promise<void> {
  const canceling = new AbortController();
  await Promise.race([
    Promise.all([pool.end(), replica?.close()]),
    delay(CLOSE_TIMEOUT_MS, undefined, { signal: canceling.signal, ref: false }).catch(() => undefined),
  ]);
  canceling.abort();
  await embedded?.stop();
}
