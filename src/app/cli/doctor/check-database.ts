import { PUSH_KEYS_NAME } from '#features/notifications/server/vapid-keys.ts';
import { DatabaseStartError, openDatabase, type Database } from '#platform/server/database/database.ts';
import { checkConnections, isDirect } from '#platform/server/database/check-connections.ts';
import { findRunningDatabaseUrl } from '#platform/server/database/embedded-database.ts';
import { findStoredValue } from '#platform/server/secrets/stored-values.ts';
import { withTimeout } from '#platform/server/concurrency/with-timeout.ts';
import type { Config } from '../../server/config.ts';
import { findProductSecrets } from '../find-product-secrets.ts';
import { checkBackup } from './check-backup.ts';
import { checkRightsAndStandbys } from './check-rights-and-standbys.ts';
import { toClockFinding } from './check-clock.ts';
import { checkLegal } from './check-legal.ts';
import { checkMarkets } from './check-markets.ts';
import { checkReplica } from './check-replica.ts';
import { checkSchema } from './check-schema.ts';
import { failed, type Finding, ok, toFailureReason, warning } from './finding.ts';

const OLDEST_VERSION = 15;
const CONNECT_TIMEOUT_MS = 10_000;
/** Two processes more: eight connections and one for events each. */
const MIN_FREE_CONNECTIONS = 18;
const EXTENSIONS = ['unaccent', 'pg_trgm', 'fuzzystrmatch'];
const EMPTY_DATABASE = warning(
  'migrations',
  'This database is empty.',
  'Start the product: its first start creates the tables.',
);
const silent = { debug() {}, info() {}, warn() {}, error() {} };

type ServerState = {
  version: number;
  in_recovery: boolean;
  max_connections: number;
  used_connections: number;
  clock: number;
  /** The database, quoted, if any role of the server may connect to it. */
  open_to_all: string | null;
  extensions: string[];
  journal: string | null;
  state: string | null;
};

/** Connects as the product does, without starting or changing anything. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl: directUrl, dataDir } = config;
  const url = databaseUrl ?? findRunningDatabaseUrl(dataDir);
  const notRunning = warning(
    'database',
    'The product is not running, so its database was not checked.',
    'Start the product and run this again. If it does not start, it prints the reason.',
  );
  if (url === undefined) return [notRunning];
  const database = await openDatabase({ url, directUrl, dataDir, log: silent });
  try {
    const pooler = await withTimeout(checkPooler(database), CONNECT_TIMEOUT_MS);
    if (pooler.some(({ status }) => status === 'failed')) return pooler;
    return [
      ...(await checkServer(database, databaseUrl === undefined)),
      ...(await checkRightsAndStandbys(database, config)),
      ...pooler,
      ...(await checkReplica(database, config.databaseReplicaUrl)),
      ...(await checkKeys(database, config)),
      ...(await checkMarkets(database, config)),
      ...(await checkLegal(database, config)),
    ];
  } catch (error) {
    // A killed process has left the socket.
    if (databaseUrl === undefined) return [notRunning];
    const advice =
      'Check DATABASE_URL, that PostgreSQL runs, and that it accepts connections from this machine.';
    return [failed('database', `PostgreSQL cannot be reached: ${toFailureReason(error)}.`, advice)];
  } finally {
    await database.close();
  }
}

async function checkServer(database: Database, isEmbedded: boolean): Promise<Finding[]> {
  const { pool } = database;
  const { rows } = await pool.query<ServerState>(`SELECT
    current_setting('server_version_num')::int / 10000 AS version,
    pg_is_in_recovery() AS in_recovery,
    current_setting('max_connections')::int AS max_connections,
    (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used_connections,
    (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS clock,
    CASE WHEN has_database_privilege('public', current_database(), 'CONNECT')
      THEN quote_ident(current_database()) END AS open_to_all,
    ARRAY(SELECT extname::text FROM pg_extension) AS extensions,
    to_regclass('drizzle.__drizzle_migrations')::text AS journal,
    to_regclass('installation_state')::text AS state`);
  const now = Date.now();
  const state = rows[0]!;
  return [
    versionFinding(state),
    ...extensionFindings(state),
    ...(state.journal === null ? [EMPTY_DATABASE] : await checkSchema(pool)),
    connectionFinding(state),
    ...accessFindings(state, isEmbedded),
    toClockFinding('the database', now - state.clock),
    ...(state.state === null ? [] : await checkBackup(database)),
  ];
}

function versionFinding({ version, in_recovery: inRecovery }: ServerState): Finding {
  if (version < OLDEST_VERSION)
    return failed(
      'database',
      `PostgreSQL ${version} is too old.`,
      `Upgrade it to ${OLDEST_VERSION} or newer.`,
    );
  if (inRecovery)
    return failed(
      'database',
      'This PostgreSQL is a replica: it takes no writes.',
      'Set DATABASE_URL to the primary.',
    );
  return ok('database', `PostgreSQL ${version} responds.`);
}

function extensionFindings({ extensions, journal }: ServerState): Finding[] {
  const missing = EXTENSIONS.filter((name) => !extensions.includes(name));
  if (missing.length === 0 || journal === null) return [];
  const text = `The extensions ${missing.join(', ')} are missing.`;
  const advice = `As a superuser: ${missing.map((name) => `CREATE EXTENSION ${name};`).join(' ')}`;
  return [failed('database', text, advice)];
}

function connectionFinding({ max_connections: max, used_connections: used }: ServerState): Finding {
  const text = `${used} of ${max} connections are used.`;
  if (max - used >= MIN_FREE_CONNECTIONS) return ok('connections', text);
  const advice =
    'Increase max_connections of PostgreSQL, or put PgBouncer in between: each process has up to ten.';
  return warning('connections', text, advice);
}

/** Events between processes are notifications, which any role that connects can hear. */
function accessFindings({ open_to_all: database }: ServerState, isEmbedded: boolean): Finding[] {
  const check = 'access';
  // Only the product reaches its socket.
  if (isEmbedded) return [];
  if (database === null) return [ok(check, 'Only roles that were granted it may connect to this database.')];
  return [
    warning(
      check,
      'Any role of this server may connect to the database, and hear the events between processes.',
      `As its owner: REVOKE CONNECT ON DATABASE ${database} FROM PUBLIC;`,
    ),
  ];
}

/** Throws if the server cannot be reached. */
async function checkPooler(database: Database): Promise<Finding[]> {
  const check = 'pooler';
  const advice = 'See docs/operations.md, Behind PgBouncer.';
  if (!database.isPooled) {
    try {
      await checkConnections(database, silent);
      return [];
    } catch (error) {
      if (!(error instanceof DatabaseStartError)) throw error;
      return [failed(check, error.message, advice)];
    }
  }
  await database.ping();
  const session = await database.openSession();
  try {
    return (await isDirect(session))
      ? [ok(check, 'Statements go through it, events and migrations past it.')]
      : [failed(check, 'DATABASE_DIRECT_URL leads to a pooler, too.', advice)];
  } finally {
    await session.end();
  }
}

/** The push keys are encrypted with the secret: if it opens them, it is the one of this installation. */
async function checkKeys(database: Database, config: Config): Promise<Finding[]> {
  const { rows } = await database.pool.query<{ state: string | null }>(
    "SELECT to_regclass('installation_state')::text AS state",
  );
  if (rows[0]!.state === null) return [];
  if ((await findStoredValue(database, PUSH_KEYS_NAME)) === undefined)
    return [warning('push keys', 'There are none yet.', 'Start the product: its first start creates them.')];
  if ((await findProductSecrets(database, config)) === null)
    return [
      failed(
        'push keys',
        'The secret is not the one that the product last started with: it cannot decrypt the push keys.',
        'Set the SECRET_KEY that the product runs with, or none if it has none. With another one all sessions end.',
      ),
    ];
  const isReachable = config.vapidSubject !== undefined || config.adminEmails.length > 0 || config.publicUrl;
  if (isReachable) return [ok('push keys', 'They are there, and the secret decrypts them.')];
  const advice = 'Set VAPID_SUBJECT to mailto: and your address. Apple refuses one that does not exist.';
  return [warning('push keys', 'They are there, but the push services get no address of yours.', advice)];
}
