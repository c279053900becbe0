import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Database, ReadableDatabase, Transaction } from '#platform/server/database/database.ts';
import type { Load } from '../load/interleave.ts';

/** A statement as the product sent it. */
export type Statement = pg.QueryConfig;

/**
 * The reference for responses that need the database: the product's statements over `pg`, eight connections,
 * nothing else.
 */
export class SqlBaseline implements AsyncDisposable {
  readonly #pool: pg.Pool;

  constructor(connectionString: string) {
    this.#pool = new pg.Pool({ connectionString, max: 8, idleTimeoutMillis: 0, options: '-c timezone=UTC' });
    // A server that stops ends idle connections; the statement that fails tells it.
    this.#pool.on('error', () => {});
  }

  /**
   * The statements that an action of the product sends, in order. Runs it once. Those of a transaction run
   * one by one, without its BEGIN and COMMIT.
   */
  async record(action: (database: Database) => Promise<unknown>): Promise<Statement[]> {
    const sent: Statement[] = [];
    const query = (config: string | Statement, values?: unknown[]) => {
      const statement = typeof config === 'string' ? { text: config } : config;
      sent.push(values === undefined ? statement : { ...statement, values });
      return this.#pool.query(sent.at(-1)!);
    };
    const recorded = { query } as unknown as pg.Pool;
    const transaction: ReadableDatabase['transaction'] = (work) =>
      work(drizzle(recorded) as unknown as Transaction);
    await action({ pool: recorded, transaction } as Database);
    if (sent.length === 0) throw new Error('The action sent no statement');
    return sent;
  }

  /** Runs the sequences of statements, with a fixed concurrency. */
  async load(next: () => Statement[], concurrency: number, milliseconds: number): Promise<Load> {
    const latencies: number[] = [];
    const start = performance.now();
    const end = start + milliseconds;
    const work = async () => {
      for (let began = start; began < end;) {
        for (const statement of next()) await this.#pool.query(statement);
        const now = performance.now();
        latencies.push(now - began);
        began = now;
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return { count: latencies.length, seconds: (performance.now() - start) / 1000, latencies };
  }

  /** Ids of active listings, newest first. */
  async bookIds(count: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ id: string }>(
      'SELECT id FROM books WHERE is_active ORDER BY created_at DESC LIMIT $1',
      [count],
    );
    return rows.map(({ id }) => id);
  }

  /** Of the newest listings. */
  async sellerIds(count: number): Promise<string[]> {
    const { rows } = await this.#pool.query<{ seller_id: string }>(
      `SELECT DISTINCT seller_id FROM (
        SELECT seller_id FROM books WHERE is_active ORDER BY created_at DESC LIMIT $1) newest`,
      [count],
    );
    return rows.map((row) => row.seller_id);
  }

  /** The only value of a statement with one row. */
  async number(text: string): Promise<number> {
    const { rows } = await this.#pool.query<{ value: string }>(`SELECT (${text})::float8 AS value`);
    return Number(rows[0]!.value);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#pool.end();
  }
}
