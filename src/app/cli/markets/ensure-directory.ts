import { hasControlSchema } from '#platform/server/markets/control/control-schema.ts';
import { FIRST_MARKET } from '#platform/server/markets/market-identity.ts';
import { ensureJobsDatabase } from '#platform/server/markets/provisioning/ensure-jobs-database.ts';
import { ensureSharingRoles } from '#platform/server/markets/provisioning/roles.ts';
import { ensureControl } from '#platform/server/markets/provisioning/ensure-control.ts';
import { grantUsage } from '#platform/server/markets/provisioning/grant-usage.ts';
import { CONTROL_FOLDER, databaseNameOf, type Deployment } from './deployment.ts';
import { inDirectory } from './operations.ts';
import { listMarkets } from './market-rows.ts';
import { putHosts } from './reserve-market.ts';

/** The cell of the installation's own server. */
export const MAIN_CELL = 'main';
const DEFAULT_NAME = 'main';

/** Creates the directory at the first market that is added; the installation becomes market 1 where it is. */
export async function ensureDirectory(deployment: Deployment): Promise<void> {
  const { control, controlCluster, controlDatabase, config, installation, root, now, say } = deployment;
  const isNew = !(await hasControlSchema(control));
  if (isNew) say('Creating the directory of the markets …');
  const open = await ensureControl(controlCluster, {
    database: controlDatabase,
    installationRole: config.controlDatabaseUrl === undefined ? roleOf(installation.database.url) : null,
    folder: CONTROL_FOLDER,
    root,
    now: now(),
  });
  await ensureJobsDatabase(deployment.main, root);
  const { directUrl, url: pooled } = installation.database;
  const url = directUrl ?? pooled;
  await grantUsage(deployment.main, databaseNameOf(url), roleOf(url));
  await inDirectory(deployment, () => enterInstallation(deployment));
  await ensureSharing(deployment);
  if (isNew && open.length > 0)
    say(
      `Each role of the server can connect to these databases: ${open.join(', ')}. Close them: REVOKE CONNECT ON DATABASE … FROM PUBLIC.`,
    );
}

/** The roles by which markets share listings with their neighbors. */
export async function ensureSharing(deployment: Deployment): Promise<void> {
  const { controlCluster, controlDatabase: database, root } = deployment;
  const numbers = (await listMarkets(deployment)).map(({ number }) => number);
  await ensureSharingRoles(controlCluster, { database, root, numbers });
}

const roleOf = (url: string): string | null => {
  const { username, searchParams } = new URL(url);
  return decodeURIComponent(username) || searchParams.get('user');
};

async function enterInstallation(deployment: Deployment): Promise<void> {
  const { control, installation, now, say } = deployment;
  await control.query('INSERT INTO control.cells (name, created_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    MAIN_CELL,
    now(),
  ]);
  if ((await listMarkets(deployment)).some(({ number }) => number === FIRST_MARKET)) return;
  const name = nameOf(deployment);
  await control.query(
    `INSERT INTO control.markets (number, name, cell, database, state, created_at, state_since)
     VALUES (1, $1, $2, NULL, 'active', $3, $3)`,
    [name, MAIN_CELL, now()],
  );
  await putHosts(deployment, 1, [...new Set([...installation.hosts, `${name}.localhost`])]);
  say(`This installation is market 1, '${name}': ${installation.hosts[0]}. Nothing of it was moved.`);
}

/** 'northfield' of 'Northfield University'. */
function nameOf({ config }: Deployment): string {
  const [word = ''] = (config.campusName ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s-]/g, '')
    .trim()
    .split(/\s+/);
  return /^[a-z][a-z0-9-]{0,39}$/.test(word) ? word : DEFAULT_NAME;
}
