import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endAllSignIns } from '#features/accounts/server/identity/sessions/end-all-sign-ins.ts';
import { BackupError, type MarketDescription } from '#platform/server/backup/archive-format.ts';
import { type VerifiedArchive, verifyArchive } from '#platform/server/backup/archive-reader.ts';
import { createSignatureCheck } from '#platform/server/backup/backup-signature.ts';
import { restoreBackup } from '#platform/server/backup/restore-backup.ts';
import { acceptsSecret, readSecretForBackup, restoreSecret } from '#platform/server/secrets/root-secret.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { type Config, readConfig } from '../server/config.ts';
import { createDataDir } from '../server/process/create-data-dir.ts';
import { openStorage } from '../server/storage/open-storage.ts';
import { findProductSecrets } from './find-product-secrets.ts';
import { requireDirectory, withDeployment } from './markets/deployment.ts';
import { restoreAll, restoreMarket, type RestoreOptions } from './markets/restore-markets.ts';
import { commandLog, openConfiguredDatabase } from './open-configured-database.ts';
import { MIGRATIONS, productVersion, resolveArgument } from './product-version.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: npm run restore -- [--keep-sessions] [--unsigned] FILE
  Restores a backup into the empty database of DATABASE_URL, or into a new DATA_DIR. SECRET_KEY, or the secret.key in
  DATA_DIR, tells whether the backup was changed; --unsigned restores it without that. All users sign in again, and
  links of emails end: some were ended since the backup. With --keep-sessions they stay, for a move to another server.
npm run restore -- --market NAME [--keep-sessions] [--unsigned] FILE
  Replaces the rows of one market of several, which is paused, by those of its backup.
npm run restore -- --all [--keep-sessions] [--unsigned] DIRECTORY
  Does so for each backup that 'npm run backup -- --all' has written, except for market 1; adds the markets that are missing,
  with --unsigned also those whose backup only has its own secret.
npm run restore -- --check [--unsigned] FILE
  Reads the whole backup, compares its sums and its signature, and changes nothing.`;

const options = {
  check: { type: 'boolean' },
  market: { type: 'string' },
  all: { type: 'boolean' },
  'keep-sessions': { type: 'boolean' },
  unsigned: { type: 'boolean' },
} as const;

const progress = (text: string) => console.error(text);

function describe({
  manifest: { createdAt, productVersion: version, ...manifest },
  objects,
}: VerifiedArchive): string {
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  return (
    `the backup of ${createdAt} (BookSwap ${version}, PostgreSQL ${manifest.postgresqlMajor}): ${rows} rows of ` +
    `${manifest.tables.length} tables, ${manifest.jobs} waiting jobs, ${objects} files of photos`
  );
}

async function verify(file: string, unsigned: boolean): Promise<VerifiedArchive> {
  const config = readConfig(process.env);
  const root = config.secretKey ?? (await readSecretForBackup(config));
  progress('Checking the backup …');
  const archive = await verifyArchive(file, createSignatureCheck(root, unsigned));
  if (!archive.hasValidSignature)
    progress('This backup was not verified: it is not signed, or its secret is unknown.');
  return archive;
}

function check(archive: VerifiedArchive): number {
  console.log(
    `Undamaged: ${describe(archive)}, ${archive.secret === null ? 'no secret' : 'the secret'}. Restore it into an empty ` +
      'database from time to time, too.',
  );
  return 0;
}

/** Nothing is created before the archive is verified, and what fails leaves no files behind. */
async function restore(archive: VerifiedArchive, keepSessions: boolean): Promise<number> {
  const config = readConfig(process.env);
  const removeNew = watchDirectory(config.dataDir);
  let isLoaded = false;
  try {
    return await restoreInto(config, archive, { keepSessions, onRowsLoaded: () => (isLoaded = true) });
  } catch (error) {
    // The rows may be stored: the next start completes the rest.
    if (!isLoaded) removeNew();
    throw error;
  }
}

/** Returns a function that deletes what has been created in the directory since, and itself if it is new. */
function watchDirectory(path: string): () => void {
  const list = () => (existsSync(path) ? readdirSync(path) : null);
  const before = list();
  return () => {
    if (before === null) return rmSync(path, { recursive: true, force: true });
    for (const name of list() ?? [])
      if (!before.includes(name)) rmSync(join(path, name), { recursive: true, force: true });
  };
}

async function restoreInto(
  config: Config,
  archive: VerifiedArchive,
  { keepSessions, onRowsLoaded }: { keepSessions: boolean; onRowsLoaded: () => void },
): Promise<number> {
  if (config.databaseUrl === undefined || config.s3 === null) createDataDir(config.dataDir);
  const storage = await openStorage(config);
  const database = await openConfiguredDatabase(config, { create: true });
  try {
    await restoreBackup(archive, {
      database,
      storage,
      folder: MIGRATIONS,
      productVersion: productVersion(),
      checkSecret: (secret) => throwIfOtherSecret(secret, config),
      saveSecret: (secret, client) => restoreSecret(secret, config, { client, now: systemClock.now() }),
      onRowsLoaded: async (client) => {
        if (!keepSessions) await endAllSignIns(client);
        onRowsLoaded();
      },
      log: commandLog,
      progress,
    });
    console.log(`Restored ${describe(archive)}.`);
    if (!keepSessions) console.log('All sessions and links of emails have ended: users sign in again.');
    if (archive.market !== null) progress(describeSettings(archive.market));
    // The secret is no part of every backup.
    if ((await findProductSecrets(database, config)) === null)
      progress(
        'The secret is missing. Before the start, set SECRET_KEY to the one that BookSwap had: otherwise all sessions end.',
      );
    return 0;
  } finally {
    await storage.close();
    await database.close();
  }
}

/** A market's settings were in the directory of its deployment. */
const describeSettings = ({ name, settings }: MarketDescription): string =>
  `${name} was one of several markets. Its settings, for the environment:\n${Object.entries(settings)
    .map(([variable, value]) => `  ${variable}=${value}`)
    .join('\n')}`;

async function throwIfOtherSecret(secret: string | null, config: Config): Promise<void> {
  if (secret === null || (await acceptsSecret(secret, config))) return;
  throw new BackupError(
    config.secretKey === undefined
      ? `${join(config.dataDir, 'secret.key')} exists, and is not the secret of the backup. Set DATA_DIR to a new directory. Nothing was changed.`
      : 'SECRET_KEY is not the secret of the backup. Unset it: the secret is restored, too. Nothing was changed.',
  );
}

function restoreMarkets(name: string | undefined, path: string, how: RestoreOptions): Promise<number> {
  return withDeployment(readConfig(process.env), async (deployment) => {
    if (name === undefined) return (await restoreAll(deployment, path, how)) ? 0 : 1;
    await requireDirectory(deployment);
    await restoreMarket(deployment, name, { ...how, file: path });
    return 0;
  });
}

function parseArguments(args: string[]) {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const ways = [values.check, values.market, values.all].filter((way) => way !== undefined).length;
    const hasNoConflict = ways <= 1 && (values.check !== true || values['keep-sessions'] !== true);
    return positionals.length === 1 && hasNoConflict ? { ...values, file: positionals[0]! } : null;
  } catch {
    return null;
  }
}

await runCommand(async (args) => {
  const parsed = parseArguments(args);
  if (parsed === null) {
    console.error(USAGE);
    return 2;
  }
  const how = {
    keepSessions: parsed['keep-sessions'] === true,
    isUnsignedAccepted: parsed.unsigned === true,
  };
  const path = resolveArgument(parsed.file);
  if (parsed.market !== undefined || parsed.all === true) return restoreMarkets(parsed.market, path, how);
  const archive = await verify(path, how.isUnsignedAccepted);
  return parsed.check === true ? check(archive) : restore(archive, how.keepSessions);
});
