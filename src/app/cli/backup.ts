import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackupError } from '#platform/server/backup/archive-format.ts';
import { signBackup } from '#platform/server/backup/backup-signature.ts';
import { createBackup } from '#platform/server/backup/create-backup.ts';
import { recordBackup } from '#platform/server/backup/last-backup.ts';
import { readSecretForBackup } from '#platform/server/secrets/root-secret.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { readConfig } from '../server/config.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { findProductSecrets } from './find-product-secrets.ts';
import { listObjectKeys } from './list-object-keys.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { MIGRATIONS, productVersion, resolveArgument } from './product-version.ts';
import { abortOnSignals, runCommand } from './run-command.ts';

const USAGE = `Usage: npm run backup -- FILE
  Writes the database, the photos and the secret into FILE (a .tar.gz, readable by this user only). BookSwap may be running.`;

const MEGABYTE = 1_000_000;

async function run(args: string[]): Promise<number> {
  const [argument] = args;
  if (argument === undefined || args.length > 1 || argument.startsWith('-')) {
    console.error(USAGE);
    return 2;
  }
  const file = resolveArgument(argument);
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'database')))
    throw new BackupError(`There is no database in ${resolve(config.dataDir)}.`);
  const storage = await openStorage(config);
  const database = await openConfiguredDatabase(config);
  try {
    const own = await findProductSecrets(database, config);
    const { manifest, missing, bytes } = await createBackup(file, {
      database,
      storage,
      folder: MIGRATIONS,
      listObjectKeys,
      secret: await readSecretForBackup(config),
      sign: (sumsDigest) => own && signBackup(own.root, sumsDigest),
      productVersion: productVersion(),
      now: systemClock.now(),
      progress: (text) => console.error(text),
      signal: abortOnSignals(),
    });
    await recordBackup(database, file, new Date(manifest.createdAt)).catch((error: unknown) =>
      console.error(
        `The backup is complete. Its date could not be stored for npm run admin -- doctor: ${String(error)}`,
      ),
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `${file}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.jobs} waiting jobs, ` +
        `${manifest.objects - missing.length} files of photos, ${(bytes / MEGABYTE).toFixed(1)} MB.`,
    );
    if (missing.length > 0) console.error(`${missing.length} files of photos were not there.`);
    if (own === null)
      console.error('The backup has no signature: set SECRET_KEY to the one that BookSwap runs with.');
    if (config.secretKey !== undefined) console.error('SECRET_KEY is not in the backup: keep it elsewhere.');
    return 0;
  } finally {
    await storage.close();
    await database.close();
  }
}

await runCommand(run);
