import pg, { type Client } from 'pg';
import { type Cluster, inCluster } from './cluster.ts';
import { actingFor, CELL_ROLE } from './roles.ts';

/** The function that every market's database has: `operator.usage` of `db/migrations`. */
const USAGE = 'operator.usage(timestamptz)';

/**
 * Lets the role of the servers ask a market's database for its numbers, and for nothing else: PUBLIC loses the schema
 * of its tables and functions. `role`: the one that works in the database. Can be repeated.
 */
export const grantUsage = (cluster: Cluster, database: string, role: string | null): Promise<void> =>
  inCluster(cluster, database, async (session) => {
    await actingFor(session, await ownerOf(session), async () => {
      await session.query(`GRANT CONNECT ON DATABASE ${pg.escapeIdentifier(database)} TO ${CELL_ROLE}`);
      await closeSchema(session, role);
      await grantFunction(session);
    });
  });

export async function ownerOf(session: Client): Promise<string> {
  const { rows } = await session.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba)::text AS owner FROM pg_database WHERE datname = current_database()',
  );
  return rows[0]!.owner;
}

async function closeSchema(session: Client, role: string | null): Promise<void> {
  const { rows } = await session.query<{ may: boolean }>(
    `SELECT pg_has_role(nspowner, 'USAGE') AS may FROM pg_namespace WHERE nspname = 'public'`,
  );
  if (rows[0]?.may !== true) return;
  if (role !== null)
    await session.query(`GRANT USAGE, CREATE ON SCHEMA public TO ${pg.escapeIdentifier(role)}`);
  await session.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
}

/** The migration that creates it grants it itself, if the role is there by then. */
async function grantFunction(session: Client): Promise<void> {
  const { rows } = await session.query<{ owner: string }>(
    'SELECT pg_get_userbyid(proowner)::text AS owner FROM pg_proc WHERE oid = to_regprocedure($1)',
    [USAGE],
  );
  if (rows[0] === undefined) return;
  await actingFor(session, rows[0].owner, async () => {
    await session.query(`GRANT USAGE ON SCHEMA operator TO ${CELL_ROLE}`);
    await session.query(`GRANT EXECUTE ON FUNCTION ${USAGE} TO ${CELL_ROLE}`);
  });
}
