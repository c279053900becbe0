import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { ensureTemplate } from '#platform/server/markets/provisioning/template.ts';
import { commandLog } from '../open-configured-database.ts';
import { MIGRATIONS } from '../product-version.ts';
import { clusterOf, listCells } from './cells.ts';
import { ensureSharing } from './ensure-directory.ts';
import { type Deployment, inTurn } from './deployment.ts';
import { withMarketDatabase } from './market-resources.ts';
import { listMarkets, type MarketRow, requireMarket } from './market-rows.ts';
import { readSizes } from './read-sizes.ts';

export type MigrateOptions = {
  atOnce: number;
  /** The name of the only market to migrate. */
  only?: string | undefined;
  /** `db/migrations`; tests replace it. */
  folder?: string;
};

/**
 * Applies the pending migrations to the databases of all markets: the canaries, then the others, the small ones
 * first. A market that fails stops no other one, but a canary those that follow. Returns whether all are migrated.
 */
export async function migrateMarkets(deployment: Deployment, options: MigrateOptions): Promise<boolean> {
  const folder = options.folder ?? MIGRATIONS;
  await ensureSharing(deployment);
  const due = await listDue(deployment, options.only);
  const canaries = due.filter(({ isCanary }) => isCanary);
  const others = due.filter(({ isCanary }) => !isCanary);
  const failed = await migrateAll(deployment, canaries, { ...options, folder });
  if (failed.length > 0 && others.length > 0) {
    deployment.say(`A canary failed, so the other ${others.length} markets were not begun.`);
    return false;
  }
  failed.push(...(await migrateAll(deployment, others, { ...options, folder })));
  if (options.only === undefined) await prepareTemplates(deployment, folder);
  deployment.say(
    failed.length === 0
      ? `${due.length} markets are migrated.`
      : `${failed.length} of ${due.length} markets are not migrated: ${failed.join(', ')}. Run the command again.`,
  );
  return failed.length === 0;
}

async function listDue(deployment: Deployment, only: string | undefined): Promise<MarketRow[]> {
  if (only !== undefined) return [await requireMarket(deployment, only)];
  const sizes = await readSizes(deployment);
  const markets = (await listMarkets(deployment)).filter(
    ({ state }) => state !== 'creating' && state !== 'moving',
  );
  return markets.toSorted((one, other) => (sizes.get(one.number) ?? 0) - (sizes.get(other.number) ?? 0));
}

/** Returns the names of those that failed. */
async function migrateAll(
  deployment: Deployment,
  markets: readonly MarketRow[],
  { atOnce, folder }: { atOnce: number; folder: string },
): Promise<string[]> {
  const waiting = [...markets];
  const failed: string[] = [];
  const shared = inTurn(deployment);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      if (!(await migrateOne(shared, next, folder))) failed.push(next.name);
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, work));
  return failed;
}

async function migrateOne(
  deployment: Deployment,
  { number, name }: MarketRow,
  folder: string,
): Promise<boolean> {
  const { control, say } = deployment;
  try {
    const { applied } = await withMarketDatabase(deployment, number, (database) =>
      migrateDatabase(database, { folder, log: commandLog }),
    );
    const last = (await readMigrations(folder)).at(-1)!.createdAt;
    await control.query(
      'UPDATE control.markets SET migrated_to = $2 WHERE number = $1 AND migrated_to IS DISTINCT FROM $2',
      [number, last],
    );
    if (applied.length > 0) say(`${name}: ${applied.join(', ')}`);
    return true;
  } catch (error) {
    const { message } = error as Error;
    say(`${name} failed: ${message}`);
    await control.query(
      `INSERT INTO control.operations (market, kind, step, started_at, ended_at, error) VALUES ($1, 'migrate', 'migrate', $2, $2, $3)`,
      [number, deployment.now(), message],
    );
    return false;
  }
}

/** So that the next market is created at once. */
async function prepareTemplates(deployment: Deployment, folder: string): Promise<void> {
  for (const { name } of await listCells(deployment)) {
    const options = { folder, root: deployment.root, log: commandLog };
    await ensureTemplate(await clusterOf(deployment, name), options).catch((error: unknown) =>
      deployment.say(`The template in ${name} could not be made: ${(error as Error).message}`),
    );
  }
}
