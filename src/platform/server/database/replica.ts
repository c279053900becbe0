import type { Pool } from 'pg';
import { isUnavailable } from '../is-unavailable.ts';
import type { ReadableDatabase } from './database.ts';
import type { DatabaseLog } from './database-log.ts';
import { GuardedPool } from './guarded-pool.ts';
import { runTransaction } from './run-transaction.ts';

const CHECK_INTERVAL_MS = 1_000;
/** A replica that has not replayed what the primary had written so long ago is left out. */
const MAX_LAG_MS = 2_000;
/** Beyond that the primary is read instead. */
const STATEMENT_TIMEOUT_MS = 2_000;

/** Where the primary's log was at a time of `performance.now()`. */
type Position = { at: number; lsn: string };

type ReplicaOptions = { url: string; primary: Pool; log: DatabaseLog };

/**
 * A streaming replica. It is used while it is a replica and has replayed what the primary had written some
 * seconds ago, which is checked every second; a failure leaves it out at once. It comes back by itself.
 */
export class Replica {
  readonly #pool: GuardedPool;
  readonly #database: ReadableDatabase;
  readonly #primary: Pool;
  readonly #log: DatabaseLog;
  readonly #timer: NodeJS.Timeout;
  #positions: Position[] = [];
  #checking: Promise<void> | null = null;
  #isUsable = false;

  constructor({ url, primary, log }: ReplicaOptions) {
    const pool = new GuardedPool({
      config: {
        connectionString: url,
        application_name: 'bookswap',
        keepAlive: true,
        connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
        query_timeout: STATEMENT_TIMEOUT_MS,
      },
      // It may be behind a separate pooler.
      isPooled: true,
      isReplica: true,
      onConnectionError: () => this.#leaveOut('A connection to the replica broke'),
    });
    this.#pool = pool;
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
   * Runs a read here, and on the primary if the replica is left out or it fails: what is missing here may be
   * new.
   */
  async read<T>(primary: ReadableDatabase, work: (database: ReadableDatabase) => Promise<T>): Promise<T> {
    if (!this.#isUsable) return work(primary);
    try {
      return await work(this.#database);
    } catch (error) {
      if (isUnavailable(error)) this.#leaveOut('The replica did not respond');
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
    await this.#pool.end();
  }

  async #ask(): Promise<void> {
    await this.#notePosition();
    const due = this.#positions[0];
    if (due === undefined) return;
    try {
      const { rows } = await this.#pool.query<{ caught_up: boolean | null }>(
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

  /** While the primary does not respond its last positions stay: what others write meanwhile is not known. */
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
