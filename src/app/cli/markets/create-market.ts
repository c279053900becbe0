import { openSession } from '#platform/server/database/connection-config.ts';
import { readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { isNameTaken, provisionMarket } from '#platform/server/markets/provisioning/provision-market.ts';
import { databaseOf } from '#platform/server/markets/market-urls.ts';
import { commandLog } from '../open-configured-database.ts';
import { MIGRATIONS } from '../product-version.ts';
import { clusterOf } from './cells.ts';
import type { Deployment } from './deployment.ts';
import { ensureDirectory, ensureSharing } from './ensure-directory.ts';
import { MarketError } from './market-error.ts';
import {
  findMarket,
  type MarketRow,
  publicUrlOf,
  readEntry,
  requireMarket,
  setState,
} from './market-rows.ts';
import { type NewMarket, reserveMarket } from './reserve-market.ts';
import { findOpenOperation, runOperation, type Step, throwIfBusy } from './operations.ts';

/** Creates a market, or completes one whose creation was interrupted. */
export async function createMarket(deployment: Deployment, wanted: NewMarket): Promise<void> {
  const startedAt = performance.now();
  await ensureDirectory(deployment);
  const existing = await findMarket(deployment, wanted.name);
  if (existing !== undefined && (await isComplete(deployment, existing, wanted))) return;
  if (existing === undefined) await reserve(deployment, wanted);
  else deployment.say(`Continuing with ${wanted.name}, whose creation was interrupted.`);
  const market = await requireMarket(deployment, wanted.name);
  await runOperation(deployment, market, steps(deployment, market));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const url = publicUrlOf(deployment, await readEntry(deployment, market.number));
  deployment.say(`${wanted.name} is market ${market.number}: ${url} (${seconds} s).`);
}

async function isComplete(
  deployment: Deployment,
  existing: MarketRow,
  { name, hosts }: NewMarket,
): Promise<boolean> {
  await throwIfBusy(deployment, existing, 'create');
  const entry = await readEntry(deployment, existing.number);
  if (!hosts.every((host) => entry.hosts.includes(host)))
    throw new MarketError(`${name} exists, with the host ${entry.hosts.join(', ')}. Nothing was changed.`);
  if ((await findOpenOperation(deployment, existing.number)) !== undefined) return false;
  deployment.say(`${name} exists already. Nothing was changed.`);
  return true;
}

async function reserve(deployment: Deployment, wanted: NewMarket): Promise<void> {
  await reserveMarket(deployment, wanted, { kind: 'create', step: 'database' }, async (number) => {
    if (await isNameTaken(await clusterOf(deployment, wanted.cell), number))
      throw new MarketError(
        `The server of ${wanted.cell} has a database or a role ${databaseOf(number)} that is not of this deployment. Remove it first; nothing was changed.`,
      );
  });
}

const steps = (deployment: Deployment, { number, cell }: MarketRow): Step<object>[] => [
  {
    name: 'database',
    run: async () => {
      const { root, say } = deployment;
      say(`Creating the database ${databaseOf(number)} and its role …`);
      const options = { folder: MIGRATIONS, root, log: commandLog };
      await provisionMarket(await clusterOf(deployment, cell), number, options);
    },
  },
  { name: 'open', run: () => activate(deployment, number) },
];

/** Opens a market for its users, if its role can read it and it has the tables of this version. */
export async function activate(deployment: Deployment, number: number): Promise<void> {
  await recordMigrations(deployment, number);
  await ensureSharing(deployment);
  await setState(deployment, number, 'active');
}

/** Connects as the market itself. Throws if it lacks migrations of this version. */
export async function recordMigrations(deployment: Deployment, number: number): Promise<void> {
  const migratedTo = await readMigratedTo(deployment, number);
  const last = (await readMigrations(MIGRATIONS)).at(-1)!.createdAt;
  if (migratedTo === null || migratedTo < last)
    throw new Error(`The database of market ${number} lacks migrations of this version.`);
  await deployment.control.query('UPDATE control.markets SET migrated_to = $2 WHERE number = $1', [
    number,
    migratedTo,
  ]);
}

async function readMigratedTo(deployment: Deployment, number: number): Promise<number | null> {
  const { url, directUrl } = (await readEntry(deployment, number)).database;
  const session = await openSession(directUrl ?? url, deployment.isEmbedded);
  try {
    const { rows } = await session.query<{ last: number | null }>(
      'SELECT max(created_at) AS last FROM drizzle.__drizzle_migrations',
    );
    return rows[0]!.last;
  } finally {
    await session.end();
  }
}
