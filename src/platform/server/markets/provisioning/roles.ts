import pg, { type Client } from 'pg';
import { defaultDatabaseTimeouts } from '../../database/database-timeouts.ts';
import { sharingRoleOf } from '../control/control-neighbors.ts';
import { DIRECTORY_ROLE } from '../control/open-control-directory.ts';
import { databasePassword } from '../market-keys.ts';
import { databaseOf } from '../market-urls.ts';
import { type Cluster, hasRole, inMaintenance, MAINTENANCE } from './cluster.ts';
import { scramVerifier } from './scram-verifier.ts';

/** The role of the servers in the jobs database of a cell. */
export const CELL_ROLE = 'bookswap_cell';
/** Of all processes together. */
const CONNECTIONS_OF_A_MARKET = 16;

/** What a server sets when it connects; behind a pooler only the settings of the role count. */
const marketSettings: Readonly<Record<string, string>> = {
  statement_timeout: `${defaultDatabaseTimeouts.statement}ms`,
  lock_timeout: `${defaultDatabaseTimeouts.lock}ms`,
  idle_in_transaction_session_timeout: `${defaultDatabaseTimeouts.idleInTransaction}ms`,
  timezone: 'UTC',
  jit: 'off',
};

const RIGHTS = 'LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS';

async function putRole(session: Client, name: string, rest: string): Promise<void> {
  // A provisioner that is no superuser may not name SUPERUSER, REPLICATION and BYPASSRLS, which are off anyway.
  const verb = (await hasRole(session, name)) ? 'ALTER' : 'CREATE';
  const isSuperuser = await mayDoAnything(session);
  const rights = isSuperuser ? RIGHTS : 'LOGIN NOCREATEDB NOCREATEROLE';
  await session.query(`${verb} ROLE ${pg.escapeIdentifier(name)} ${rights} ${rest}`);
}

async function mayDoAnything(session: Client): Promise<boolean> {
  const { rows } = await session.query<{ it: boolean }>(
    'SELECT rolsuper AS it FROM pg_roles WHERE rolname = current_user',
  );
  return rows[0]!.it;
}

const withPassword = (password: string) => `PASSWORD ${pg.escapeLiteral(scramVerifier(password))}`;

/** Creates the role of a market, or sets again what it has. */
export async function putMarketRole(session: Client, number: number, root: string): Promise<void> {
  const name = databaseOf(number);
  const password = withPassword(databasePassword(root, number));
  await putRole(session, name, `CONNECTION LIMIT ${CONNECTIONS_OF_A_MARKET} ${password}`);
  for (const [setting, value] of Object.entries(marketSettings))
    await session.query(`ALTER ROLE ${name} SET ${setting} = ${pg.escapeLiteral(value)}`);
}

/** By which markets write what they share in the directory's database; it has no member but their roles there. */
const SHARING_ROLE = 'bookswap_markets';
const CONNECTIONS_FOR_SHARING = 8;

/** Creates the roles of these markets in the directory's database, as far as they are missing. */
export async function ensureSharingRoles(
  cluster: Cluster,
  { database, root, numbers }: { database: string; root: string; numbers: readonly number[] },
): Promise<void> {
  await inMaintenance(cluster, async (session) => {
    await closeDatabase(session, database, [SHARING_ROLE]);
    for (const number of numbers) {
      const name = sharingRoleOf(number);
      if (await hasRole(session, name)) continue;
      const password = withPassword(databasePassword(root, name));
      await putRole(session, name, `CONNECTION LIMIT ${CONNECTIONS_FOR_SHARING} ${password}`);
      await session.query(`GRANT ${SHARING_ROLE} TO ${name}`);
    }
  });
}

export const dropSharingRole = (cluster: Cluster, number: number): Promise<void> =>
  inMaintenance(cluster, async (session) => {
    await session.query(`DROP ROLE IF EXISTS ${sharingRoleOf(number)}`);
  });

/** Creates the roles of the servers, which own nothing, or sets again what they have. */
export async function putServerRoles(cluster: Cluster, root: string): Promise<void> {
  await inMaintenance(cluster, async (session) => {
    for (const name of [DIRECTORY_ROLE, CELL_ROLE])
      await putRole(session, name, withPassword(databasePassword(root, name)));
  });
}

/** Lets a provisioner that is no superuser act for a role until the work is done. */
export async function actingFor<T>(session: Client, role: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await session.query<{ acts: boolean; self: string }>(
    `SELECT pg_has_role(current_user, $1, 'MEMBER') AS acts, quote_ident(current_user) AS self`,
    [role],
  );
  const { acts, self } = rows[0]!;
  if (acts) return work();
  const name = pg.escapeIdentifier(role);
  await session.query(`GRANT ${name} TO ${self}`);
  try {
    return await work();
  } finally {
    await session.query(`REVOKE ${name} FROM ${self}`).catch(() => undefined);
  }
}

/** Only its owner, these roles and this one connect to the database: by default each role of a server may. */
export async function closeDatabase(
  session: Client,
  database: string,
  grantees: readonly string[] = [],
): Promise<void> {
  const { rows } = await session.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba)::text AS owner FROM pg_database WHERE datname = $1',
    [database],
  );
  const name = pg.escapeIdentifier(database);
  const roles = ['CURRENT_USER', ...grantees.map((role) => pg.escapeIdentifier(role))];
  await actingFor(session, rows[0]!.owner, async () => {
    await session.query(`GRANT CONNECT, TEMPORARY ON DATABASE ${name} TO ${roles.join(', ')}`);
    await session.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
  });
}

/** Closes the databases that every server has. Returns those that a market could still connect to. */
export async function closeCluster(cluster: Cluster): Promise<string[]> {
  return inMaintenance(cluster, async (session) => {
    const { rows } = await session.query<{ name: string }>(
      `SELECT datname::text AS name FROM pg_database
       WHERE datallowconn AND (datacl IS NULL OR EXISTS (
         SELECT FROM aclexplode(datacl) WHERE grantee = 0 AND privilege_type = 'CONNECT')) ORDER BY datname`,
    );
    const open: string[] = [];
    for (const { name } of rows)
      if (!standard.has(name) || !(await tryToClose(session, name))) open.push(name);
    return open;
  });
}

const standard = new Set([MAINTENANCE, 'template1']);

async function tryToClose(session: Client, name: string): Promise<boolean> {
  const { rows } = await session.query<{ may: boolean }>(
    `SELECT pg_has_role(datdba, 'USAGE') AS may FROM pg_database WHERE datname = $1`,
    [name],
  );
  const { may } = rows[0]!;
  if (may) await closeDatabase(session, name);
  return may;
}
