import { join } from 'node:path';
import { endAllSignIns } from '#features/accounts/server/public.ts';
import { PUSH_KEYS_NAME } from '#features/notifications/server/public.ts';
import { BackupError, type BackupManifest } from '#platform/server/backup/archive-format.ts';
import { verifyArchive } from '#platform/server/backup/archive-reader.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import type { Database } from '#platform/server/database/database.ts';
import { acceptsSecret, findRootSecret, restoreSecret } from '#platform/server/secrets/root-secret.ts';
import { openExistingSecrets } from '#platform/server/secrets/secrets.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { type Config, readConfig } from '../server/config.ts';
import { createDataDir } from '../server/process/create-data-dir.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { commandLog, openConfiguredDatabase } from './open-configured-database.ts';
import { productVersion, resolveArgument, ROOT } from './product-version.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run restore -- [--keep-sessions] FILE
  Restores a backup into the empty database of DATABASE_URL, or into a new DATA_DIR. All users sign in again, and
  links of emails end: some were ended since the backup. With --keep-sessions they stay, for a move to another server.
npm run restore -- --check FILE
  Reads the whole backup, compares its sums, and changes nothing.`;

const options = ['--check', '--keep-sessions'];

const progress = (text: string) => console.error(text);

function describe(
  { createdAt, productVersion: version, ...manifest }: BackupManifest,
  objects: number,
): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return (
    `the backup of ${createdAt} (BookSwap ${version}, PostgreSQL ${manifest.postgresqlMajor}): ${rows} rows of ` +
    `${manifest.tables.length} tables, ${manifest.jobs} waiting jobs, ${objects} files of photos`
  );
}

async function check(file: string): Promise<number> {
  const { manifest, objects, secret } = await verifyArchive(file);
  console.log(
    `Undamaged: ${describe(manifest, objects)}, ${secret === null ? 'no secret' : 'the secret'}. Restore it into an empty ` +
      'database from time to time, too.',
  );
  return 0;
}

async function restore(file: string, keepSessions: boolean): Promise<number> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined || config.s3 === null) createDataDir(config.dataDir);
  const storage = await openStorage(config);
  const database = await openConfiguredDatabase(config);
  try {
    const { manifest, objects } = await restoreBackup(file, {
      database,
      storage,
      folder: join(ROOT, 'db/migrations'),
      productVersion: productVersion(),
      checkSecret: (secret) => throwIfOtherSecret(secret, config),
      saveSecret: (secret, client) => restoreSecret(secret, config, { client, now: systemClock.now() }),
      onRowsLoaded: async (client) => {
        if (!keepSessions) await endAllSignIns(client);
      },
      log: commandLog,
      progress,
    });
    console.log(`Restored ${describe(manifest, objects)}.`);
    if (!keepSessions) console.log('All sessions and links of emails have ended: users sign in again.');
    await warnOfOtherSecret(database, config);
    return 0;
  } finally {
    await storage.close();
    await database.close();
  }
}

async function throwIfOtherSecret(secret: string | null, config: Config): Promise<void> {
  if (secret === null || (await acceptsSecret(secret, config))) return;
  throw new BackupError(
    config.secretKey === undefined
      ? `${join(config.dataDir, 'secret.key')} exists, and is not the secret of the backup. Set DATA_DIR to a new directory. Nothing was changed.`
      : 'SECRET_KEY is not the secret of the backup. Unset it: the secret is restored, too. Nothing was changed.',
  );
}

/** The secret is no part of every backup. */
async function warnOfOtherSecret(database: Database, config: Config): Promise<void> {
  const secrets = await openExistingSecrets(database, await findRootSecret(database, config), PUSH_KEYS_NAME);
  if (secrets === null)
    progress(
      'The secret is missing. Before the start, set SECRET_KEY to the one that BookSwap had: otherwise all sessions end.',
    );
}

await runCommand(async (args) => {
  const option = options.find((name) => name === args[0]);
  const [argument, ...rest] = option === undefined ? args : args.slice(1);
  if (argument === undefined || rest.length > 0 || argument.startsWith('-')) {
    console.error(USAGE);
    return 2;
  }
  const file = resolveArgument(argument);
  return option === '--check' ? check(file) : restore(file, option === '--keep-sessions');
});
