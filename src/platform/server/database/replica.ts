import type { Pool } from 'pg';
import { HttpProblem } from '#platform/shared/problem.ts';
import { isUnavailable } from '../is-unavailable.ts';
import type { ReadableDatabase } from './orm.ts';
import { databaseErrorCode } from './database-error.ts';
import type { ConnectionShare } from '../budgets/connection-budget.ts';
import type { DatabaseLog } from './database-log.ts';
import { GuardedPool } from './guarded-pool.ts';
import { runTransaction } from './run-transaction.ts';

const CHECK_INTERVAL_MS = 1_000;
/** A replica that has not replayed what the primary had written so long ago is left out. */
const MAX_LAG_MS = 2_000;
/** The time after which the primary is read instead. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** Where the primary's log was at a time of `performance.now()`. */
type Position = { at: number; lsn: string };

type ReplicaOptions = {
  url: string;
  primary: Pool;
  log: DatabaseLog;
  connections?: ConnectionShare | undefined;
};

/** PostgreSQL's `query_canceled`, and what `pg` says of its timeout or of a busy pool. */
const SLOW_SQLSTATE = '57014';
const SLOW_TEXT = /Query read timeout|timeout exceeded when trying to connect/;

/** One statement that is slow, which anyone can cause, says nothing of the replica. */
function isSlow(error: unknown): boolean {
  if (databaseErrorCode(error) === SLOW_SQLSTATE) return true;
  for (let current = error; current instanceof Error; current = current.cause)
    if (SLOW_TEXT.test(current.message)) return true;
  return false;
}

/**
 * A streaming replica, used while it has replayed what the primary had written some seconds ago: checked
 * every second and after a slow read, on a separate connection. A broken connection leaves it out at once.
 */
export class Replica {
  readonly #pool: GuardedPool;
  readonly #checks: GuardedPool;
  readonly #database: ReadableDatabase;
  readonly #primary: Pool;
  readonly #log: DatabaseLog;
  readonly #timer: NodeJS.Timeout;
  #positions: Position[] = [];
  #checking: Promise<void> | null = null;
  #isUsable = false;

  constructor({ url, primary, log, connections }: ReplicaOptions) {
    const openPool = (max?: number) =>
      new GuardedPool({
        config: {
          connectionString: url,
          application_name: 'bookswap',
          keepAlive: true,
          connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
          query_timeout: STATEMENT_TIMEOUT_MS,
          ...(max !== undefined && { max }),
        },
        // The checks have their own.
        connections: max === undefined ? connections : undefined,
        // It may be behind a separate pooler.
        isPooled: true,
        isReplica: true,
        onConnectionError: (error) => {
          if (!isSlow(error)) this.#leaveOut('A connection to the replica broke');
        },
        log,
      });
    const pool = openPool();
    this.#pool = pool;
    this.#checks = openPool(1);
    this.#database = { pool, transaction: (work, config) => runTransaction(pool, work, config) };
    this.#primary = primary;
    this.#log = log;
    this.#timer = setInterval(() => void this.check(), CHECK_INTERVAL_MS).unref();
    void this.check();
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  /**
   * Reads here, or on the primary if the replica is left out or fails. Its refusal is final, so that requests
   * for what does not exist cost one database, unless what is missing `mayBeNew`.
   */
  async read<T>(
    primary: ReadableDatabase,
    work: (database: ReadableDatabase) => Promise<T>,
    { mayBeNew = false }: { mayBeNew?: boolean } = {},
  ): Promise<T> {
    if (!this.#isUsable) return work(primary);
    try {
      return await work(this.#database);
    } catch (error) {
      if (isSlow(error)) void this.check();
      else if (isUnavailable(error)) this.#leaveOut('The replica did not respond');
      else if (error instanceof HttpProblem && !mayBeNew) throw error;
      return work(primary);
    }
  }

  /** Decides whether the replica is used until the next check. Never rejects. */
  check(): Promise<void> {
    this.#checking ??= this.#ask().finally(() => (this.#checking = null));
    return this.#checking;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isUsable = false;
    await this.#checking;
    await Promise.all([this.#pool.end(), this.#checks.end()]);
  }

  async #ask(): Promise<void> {
    await this.#notePosition();
    const due = this.#positions[0];
    if (due === undefined) return;
    try {
      const { rows } = await this.#checks.query<{ caught_up: boolean | null }>(
        'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS caught_up',
        [due.lsn],
      );
      if (rows[0]!.caught_up !== true) return this.#leaveOut('The replica is behind, or is none');
      if (!this.#isUsable) this.#log.info({}, 'Reads of visitors go to the replica');
      this.#isUsable = true;
    } catch {
      this.#leaveOut('The replica did not respond');
    }
  }

  /** Keeps the last positions while the primary does not respond, because others' writes are unknown then. */
  async #notePosition(): Promise<void> {
    try {
      const { rows } = await this.#primary.query<{ lsn: string }>('SELECT pg_current_wal_lsn()::text AS lsn');
      this.#positions.push({ at: performance.now(), lsn: rows[0]!.lsn });
    } catch {
      return;
    }
    // The newest one that is old enough, and those after it: many leave after a time without a check.
    const now = performance.now();
    while (this.#positions[1] !== undefined && now - this.#positions[1].at >= MAX_LAG_MS)
      this.#positions.shift();
  }

  #leaveOut(reason: string): void {
    if (this.#isUsable) this.#log.warn({}, `${reason}: reads go to the primary`);
    this.#isUsable = false;
  }
}
