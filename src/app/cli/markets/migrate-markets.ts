import { migrateDatabase } from '#platform/server/database/migrations/migrate-database.ts';
import { readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { ensureTemplate } from '#platform/server/markets/provisioning/template.ts';
import { commandLog } from '../open-configured-database.ts';
import { MIGRATIONS } from '../product-version.ts';
import { clusterOf, listCells } from './cells.ts';
import { ensureSharing } from './ensure-directory.ts';
import { type Deployment, inTurn } from './deployment.ts';
import { MarketError } from './market-error.ts';
import { withMarketDatabase } from './market-resources.ts';
import { listMarkets, type MarketRow, requireMarket } from './market-rows.ts';
import { throwIfBusy, withMarketLock } from './operations.ts';
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
 * first. A market that fails stops no other one, but a canary those that follow. One that another command works on is
 * skipped. Returns whether all are migrated.
 */
export async function migrateMarkets(deployment: Deployment, options: MigrateOptions): Promise<boolean> {
  const folder = options.folder ?? MIGRATIONS;
  await ensureSharing(deployment);
  const due = await listDue(deployment, options.only);
  const canaries = due.filter(({ isCanary }) => isCanary);
  const others = due.filter(({ isCanary }) => !isCanary);
  const { failed, skipped } = await migrateAll(deployment, canaries, { ...options, folder });
  if (failed.length > 0 && others.length > 0) {
    deployment.say(`A canary failed, so the other ${others.length} markets were not begun.`);
    return false;
  }
  const rest = await migrateAll(deployment, others, { ...options, folder });
  failed.push(...rest.failed);
  skipped.push(...rest.skipped);
  if (options.only === undefined) await prepareTemplates(deployment, folder);
  const left = [...failed, ...skipped];
  deployment.say(
    left.length === 0
      ? `${due.length} markets are migrated.`
      : `${left.length} of ${due.length} markets are not migrated: ${left.join(', ')}. Run the command again.`,
  );
  return left.length === 0;
}

async function listDue(deployment: Deployment, only: string | undefined): Promise<MarketRow[]> {
  if (only !== undefined) return [await requireMarket(deployment, only)];
  const sizes = await readSizes(deployment);
  const markets = (await listMarkets(deployment)).filter(({ state }) => state !== 'creating');
  return markets.toSorted((one, other) => (sizes.get(one.number) ?? 0) - (sizes.get(other.number) ?? 0));
}

/** The names of the markets that are not migrated. */
type Left = { failed: string[]; skipped: string[] };

async function migrateAll(
  deployment: Deployment,
  markets: readonly MarketRow[],
  { atOnce, folder }: { atOnce: number; folder: string },
): Promise<Left> {
  const waiting = [...markets];
  const left: Left = { failed: [], skipped: [] };
  const shared = inTurn(deployment);
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await migrateUnlessBusy(shared, next, { folder, left });
  };
  await Promise.all(Array.from({ length: Math.max(1, atOnce) }, work));
  return left;
}

/** What a move copies, a restore loads or a deletion drops is not changed meanwhile. */
async function migrateUnlessBusy(
  deployment: Deployment,
  market: MarketRow,
  { folder, left }: { folder: string; left: Left },
): Promise<void> {
  const { name } = market;
  try {
    await withMarketLock(deployment, market, async () => {
      await throwIfBusy(deployment, market);
      if (!(await migrateOne(deployment, market, folder))) left.failed.push(name);
    });
  } catch (error) {
    if (!(error instanceof MarketError)) throw error;
    left.skipped.push(name);
    deployment.say(`${name} is skipped: ${error.message}`);
  }
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
