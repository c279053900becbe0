import type { Cluster } from '#platform/server/markets/provisioning/cluster.ts';
import { inMaintenance } from '#platform/server/markets/provisioning/cluster.ts';
import { closeCluster, putServerRoles } from '#platform/server/markets/provisioning/roles.ts';
import { ensureJobsDatabase } from '#platform/server/markets/provisioning/ensure-jobs-database.ts';
import { ensureTemplate } from '#platform/server/markets/provisioning/template.ts';
import { commandLog } from '../open-configured-database.ts';
import { MIGRATIONS } from '../product-version.ts';
import { asAdmin, type Deployment } from './deployment.ts';
import { ensureDirectory, MAIN_CELL } from './ensure-directory.ts';
import { MarketError } from './market-error.ts';

export type Cell = { name: string; url: string | null; directUrl: string | null; replicaUrl: string | null };

const COLUMNS = 'name, url, direct_url AS "directUrl", replica_url AS "replicaUrl"';

export async function listCells({ control }: Deployment): Promise<(Cell & { markets: number })[]> {
  const { rows } = await control.query<Cell & { markets: number }>(
    `SELECT ${COLUMNS}, (SELECT count(*)::int FROM control.markets m WHERE m.cell = c.name AND deleted_at IS NULL) AS markets
     FROM control.cells c ORDER BY name`,
  );
  return rows;
}

/** Throws MarketError. */
async function requireCell({ control }: Deployment, name: string): Promise<Cell> {
  const { rows } = await control.query<Cell>(`SELECT ${COLUMNS} FROM control.cells WHERE name = $1`, [name]);
  if (rows[0] === undefined)
    throw new MarketError(
      `There is no cell ${name}. Add it: npm run admin -- markets cells add ${name} --url URL`,
    );
  return rows[0];
}

/** The server of a cell, as the role of DATABASE_ADMIN_URL. */
export async function clusterOf(deployment: Deployment, name: string): Promise<Cluster> {
  return toCluster(deployment, await requireCell(deployment, name));
}

function toCluster({ main, config }: Deployment, { name, url, directUrl }: Cell): Cluster {
  if (url === null) return main;
  if (config.databaseAdminUrl === undefined)
    throw new MarketError(
      `DATABASE_ADMIN_URL is not set: its role and password are used on the server of ${name}, too.`,
    );
  return { adminUrl: asAdmin(directUrl ?? url, config.databaseAdminUrl), isEmbedded: false };
}

/** Prepares a PostgreSQL server for markets, and enters it. */
export async function addCell(deployment: Deployment, cell: Cell): Promise<void> {
  const { root, control, now, say } = deployment;
  if (cell.name === MAIN_CELL)
    throw new MarketError(`${MAIN_CELL} is the server of the installation itself.`);
  for (const address of [cell.url, cell.directUrl, cell.replicaUrl])
    if (address !== null && hasCredentials(new URL(address)))
      throw new MarketError(
        'The address of a cell is without a role and a password: each market has its own.',
      );
  await ensureDirectory(deployment);
  const cluster = toCluster(deployment, cell);
  const major = await readMajor(cluster);
  if (major < 15) throw new MarketError(`${cell.name} has PostgreSQL ${major}. Markets need 15 or newer.`);
  say('Creating the roles of the servers …');
  await putServerRoles(cluster, root);
  await ensureJobsDatabase(cluster, root);
  const open = await closeCluster(cluster);
  if (open.length > 0) say(`Each role of the server can connect to ${open.join(', ')}.`);
  say('Creating the template of markets …');
  await ensureTemplate(cluster, { folder: MIGRATIONS, root, log: commandLog });
  await control.query(
    `INSERT INTO control.cells (name, url, direct_url, replica_url, created_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (name) DO UPDATE SET url = $2, direct_url = $3, replica_url = $4`,
    [cell.name, cell.url, cell.directUrl, cell.replicaUrl, now()],
  );
  say(`The cell ${cell.name} can take markets.`);
}

const CREDENTIALS = new Set(['user', 'password', 'sslpassword', 'passfile']);

const hasCredentials = ({ username, password, searchParams }: URL): boolean =>
  username !== '' ||
  password !== '' ||
  [...searchParams.keys()].some((name) => CREDENTIALS.has(name.toLowerCase()));

const readMajor = (cluster: Cluster): Promise<number> =>
  inMaintenance(cluster, async (session) => {
    const { rows } = await session.query<{ major: number }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS major`,
    );
    return rows[0]!.major;
  });
