/** PgBouncer between markets of a test and their databases, as docs/operations.md has it: each market as its role. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { databaseNameOf } from '#app/cli/markets/deployment.ts';
import type { MarketEntry } from '#platform/server/markets/market-directory.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { findPgBouncer, startPgBouncer } from '../postgresql/pgbouncer.ts';
import type { TestDatabase } from '../server/test-database.ts';

/** So few that each connection serves many requests. */
const POOL_SIZE = 2;

/** What PgBouncer itself sets for each of its clients. */
const SET_BY_POOLER = [
  'application_name',
  'client_encoding',
  'DateStyle',
  'standard_conforming_strings',
  'TimeZone',
];

const LEFT_BEHIND = `
  SELECT 'setting ' || name AS it FROM pg_settings
    WHERE source = 'session' AND name <> ALL ('{${SET_BY_POOLER.join(',')}}')
  UNION ALL SELECT 'statement ' || name FROM pg_prepared_statements
  UNION ALL SELECT 'channel ' || channel FROM pg_listening_channels() AS channel
  UNION ALL SELECT 'role ' || current_user WHERE current_user <> session_user
  UNION ALL SELECT 'lock ' || objid FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()
  UNION ALL SELECT 'cursor ' || name FROM pg_cursors
  UNION ALL SELECT 'table ' || relname FROM pg_class WHERE relnamespace = pg_my_temp_schema()`;

/** Whether markets of this project can be reached through it: the embedded server has no port. */
export const canPool = (): boolean =>
  process.env['TEST_DATABASE_ENGINE'] === 'external' &&
  process.env['TEST_DATABASE_URL'] === undefined &&
  findPgBouncer() !== undefined;

export class MarketPooler {
  readonly #pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  readonly #urls: string[] = [];

  private constructor(pooler: Awaited<ReturnType<typeof startPgBouncer>>) {
    this.#pooler = pooler;
  }

  /** In front of the server of this database. */
  static async start({ url }: TestDatabase): Promise<MarketPooler> {
    const serverPort = Number(new URL(url).port);
    return new MarketPooler(await startPgBouncer({ serverPort, poolSize: POOL_SIZE, asOwnRoles: true }));
  }

  /** Gives the database a role by its name, which reaches it through the pooler. */
  async open(database: TestDatabase): Promise<MarketEntry['database']> {
    const name = databaseNameOf(database.url);
    const password = randomUUID();
    const { rows } = await database.pool.query<{ schemas: string }>(
      `SELECT string_agg(quote_ident(nspname), ', ') AS schemas FROM pg_namespace
       WHERE nspname !~ '^pg_' AND nspname <> 'information_schema'`,
    );
    const { schemas } = rows[0]!;
    for (const statement of [
      `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`,
      `ALTER DATABASE ${name} OWNER TO ${name}`,
      `REVOKE ALL ON DATABASE ${name} FROM PUBLIC`,
      `GRANT ALL ON SCHEMA ${schemas} TO ${name}`,
      `GRANT ALL ON ALL TABLES IN SCHEMA ${schemas} TO ${name}`,
      `GRANT ALL ON ALL SEQUENCES IN SCHEMA ${schemas} TO ${name}`,
    ])
      await database.pool.query(statement);
    const url = withParts(this.#pooler.urlOf(name), { role: name, password });
    this.#urls.push(url);
    return { url, directUrl: withParts(database.url, { role: name, password }) };
  }

  /** A statement through the pooler, as the role of the first market. */
  async run(statement: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.#urls[0]!, ssl: false });
    await client.connect();
    await client.query(statement);
    await client.end();
  }

  /** What a session has, and the next client of one of the pooler's connections would find. */
  async leftBehind(): Promise<string[]> {
    const found = await Promise.all(this.#urls.map(readLeftBehind));
    return found.flat();
  }

  stop = () => this.#pooler.stop();
}

/** Its transactions hold all connections that the pooler has to this database. */
async function readLeftBehind(connectionString: string): Promise<string[]> {
  const clients = Array.from({ length: POOL_SIZE }, () => new pg.Client({ connectionString, ssl: false }));
  const found: string[] = [];
  const backends = new Set<number>();
  try {
    for (const client of clients) {
      await client.connect();
      await client.query('BEGIN');
      const { rows } = await client.query<{ it: string }>(LEFT_BEHIND);
      found.push(...rows.map(({ it }) => it));
      backends.add((await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]!.pid);
    }
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
  if (backends.size !== POOL_SIZE) throw new Error('Not every connection of the pooler was looked at');
  return found;
}
