import type { CellOfBackup } from '#platform/server/backup/create-backup.ts';
import type { Database } from '#platform/server/database/database.ts';
import { hasControlSchema } from '#platform/server/markets/control/control-schema.ts';
import { inJobsDatabase } from '#platform/server/markets/provisioning/ensure-jobs-database.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { readSecretForBackup } from '#platform/server/secrets/root-secret.ts';
import { type Config, readConfig } from '../server/config.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { findProductSecrets } from './find-product-secrets.ts';
import { backUpAll, backUpOne } from './markets/back-up-markets.ts';
import { requireDirectory, withDeployment } from './markets/deployment.ts';
import { openConfiguredDatabase, requireTables } from './open-configured-database.ts';
import { resolveArgument } from './product-version.ts';
import { abortOnSignals, runCommand } from './run-command.ts';
import { writeBackup } from './write-backup.ts';

const USAGE = `Usage: npm run backup -- FILE
  Writes the database, the photos and the secret into FILE (a .tar.gz, readable by this user only). BookSwap may be running.
npm run backup -- --market NAME FILE
  Does so for one market of several.
npm run backup -- --all DIRECTORY
  Does so for each market: NAME.tar.gz, one after the other. One that fails does not stop the others.`;

async function backUpInstallation(config: Config, file: string): Promise<void> {
  const database = await openConfiguredDatabase(config);
  try {
    await requireTables(database, config);
    const storage = await openStorage(config);
    try {
      await backUp(config, { database, storage, file });
    } finally {
      await storage.close();
    }
  } finally {
    await database.close();
  }
}

async function backUp(
  config: Config,
  { database, storage, file }: { database: Database; storage: ObjectStorage; file: string },
): Promise<void> {
  const own = await findProductSecrets(database, config);
  await writeBackup(file, {
    database,
    storage,
    secret: await readSecretForBackup(config),
    root: own?.root ?? null,
    ...(own && (await isFirstOfMarkets(config, database)) && { cell: cellOf(database, own.root) }),
    signal: abortOnSignals(),
  });
  if (config.secretKey !== undefined) console.error('SECRET_KEY is not in the backup: keep it elsewhere.');
}

/** The installation is market 1: its jobs are in the queue of its cell. */
const isFirstOfMarkets = async (config: Config, { pool }: Database): Promise<boolean> =>
  config.controlDatabaseUrl !== undefined || hasControlSchema(pool);

const cellOf = ({ directUrl, embedded }: Database, root: string): CellOfBackup => ({
  market: 1,
  run: (work) => inJobsDatabase({ adminUrl: directUrl, isEmbedded: embedded !== undefined }, root, work),
});

async function run(args: string[]): Promise<number> {
  const config = readConfig(process.env);
  const [first, ...rest] = args;
  const places = rest.map((place, index) => (index === rest.length - 1 ? resolveArgument(place) : place));
  const [name = '', file = ''] = places;
  if (first === '--market' && rest.length === 2)
    return withDeployment(config, async (deployment) => {
      await requireDirectory(deployment);
      await backUpOne(deployment, name, file, abortOnSignals());
      return 0;
    });
  if (first === '--all' && rest.length === 1)
    return withDeployment(config, async (deployment) => {
      await requireDirectory(deployment);
      return (await backUpAll(deployment, name, abortOnSignals())) ? 0 : 1;
    });
  if (first === undefined || rest.length > 0 || first.startsWith('-')) {
    console.error(USAGE);
    return 2;
  }
  await backUpInstallation(config, resolveArgument(first));
  return 0;
}

await runCommand(run);
