import pg, { type ClientBase } from 'pg';
import type { Database } from './database.ts';
import type { DatabaseLog } from './database-log.ts';
import type { DatabaseTimeouts } from './database-timeouts.ts';
import { inLockedTransaction } from './locked-transaction.ts';
import { DatabaseStartError } from './embedded-database.ts';

/** PgBouncer's words for a parameter that it does not pass on. */
const REFUSED_PARAMETER = /unsupported startup parameter/;

const MISSING_DIRECT_URL = new DatabaseStartError(
  'DATABASE_URL leads to a connection pooler, such as PgBouncer. Set DATABASE_DIRECT_URL, too: the address of ' +
    'the same database on the PostgreSQL server itself. Events between processes and migrations need it.',
);

/** Finds out what a pooler needs: behind one, limits belong to the role. Throws DatabaseStartError if undeclared. */
export async function checkConnections(database: Database, log: DatabaseLog): Promise<void> {
  if (database.embedded !== undefined) return;
  if (!database.isPooled) {
    if (await meetsPooler(database)) throw MISSING_DIRECT_URL;
    return;
  }
  const session = await database.openSession();
  try {
    if (!(await isDirect(session)))
      log.warn(
        {},
        'DATABASE_DIRECT_URL leads to a connection pooler: unless that is in session mode, no event ' +
          'of another process arrives.',
      );
    await inLockedTransaction(session, ROLE_LOCK, () => limitRole(session, database.timeouts));
  } finally {
    await session.end();
  }
  await warnOfMissingLimits(database, log);
}

async function meetsPooler({ pool }: Database): Promise<boolean> {
  try {
    const client = await pool.connect();
    try {
      return !(await isDirect(client));
    } finally {
      client.release();
    }
  } catch (error) {
    if (error instanceof pg.DatabaseError && REFUSED_PARAMETER.test(error.message)) return true;
    throw error;
  }
}

/** A pooler gives its clients its own process ids. */
export async function isDirect(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid === (client as { processID?: number }).processID;
}

const limitsOf = ({ statement, lock, idleInTransaction }: DatabaseTimeouts) => [
  { name: 'statement_timeout', value: `${statement}ms` },
  { name: 'lock_timeout', value: `${lock}ms` },
  { name: 'idle_in_transaction_session_timeout', value: `${idleInTransaction}ms` },
  { name: 'timezone', value: 'UTC' },
  { name: 'jit', value: 'off' },
];

/** Any number: processes that start together change the role one after another. */
const ROLE_LOCK = 4_917_203_355_602;

/** Sets the limits of the role in this database alone. A role may alter itself; open connections keep their settings. */
async function limitRole(session: ClientBase, timeouts: DatabaseTimeouts): Promise<void> {
  const { rows } = await session.query<{ database: string; settings: string[] | null }>(
    `SELECT quote_ident(current_database()) AS database, (
       SELECT setconfig FROM pg_db_role_setting
       WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
         AND setrole = (SELECT oid FROM pg_roles WHERE rolname = current_user)) AS settings`,
  );
  const { database, settings } = rows[0]!;
  for (const { name, value } of limitsOf(timeouts)) {
    const isSet = settings?.some((setting) => setting.toLowerCase() === `${name}=${value}`.toLowerCase());
    if (isSet !== true)
      await session.query(`ALTER ROLE CURRENT_USER IN DATABASE ${database} SET ${name} = '${value}'`);
  }
}

async function warnOfMissingLimits({ pool, timeouts }: Database, log: DatabaseLog): Promise<void> {
  const { rows } = await pool.query<{ name: string; ms: string }>(
    `SELECT name, setting AS ms FROM pg_settings WHERE name LIKE '%\\_timeout'`,
  );
  const current = new Map(rows.map(({ name, ms }) => [name, `${ms}ms`]));
  const missing = limitsOf(timeouts).filter(
    ({ name, value }) => current.has(name) && current.get(name) !== value,
  );
  if (missing.length === 0) return;
  log.warn(
    { missing: missing.map(({ name }) => name) },
    'The pooler still has connections without the limits of this version. Run RECONNECT on its console.',
  );
}
