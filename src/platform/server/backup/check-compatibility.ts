import type { Database } from '../database/database.ts';
import {
  type AppliedMigration,
  replaceByBaseline,
  listAppliedMigrations,
} from '../database/migrations/applied-migrations.ts';
import { readBaseline, readMigrations } from '../database/migrations/migration-files.ts';
import { withClient } from '../database/with-client.ts';
import { BackupError, type BackupManifest } from './archive-format.ts';
import { readServerMajor } from './database-catalog.ts';

/** Throws BackupError or EarlierMigrationsError if this version or server cannot continue with the backup's data. */
export async function throwIfIncompatible(
  database: Database,
  manifest: BackupManifest,
  { folder, productVersion }: { folder: string; productVersion: string },
): Promise<void> {
  if (isLater(manifest.productVersion, productVersion))
    throw new BackupError(
      `The backup was made by BookSwap ${manifest.productVersion}, and this is ${productVersion}. Restore it with a version that is not older.`,
    );
  const baseline = await readBaseline(folder);
  const migrations = replaceByBaseline(manifest.migrations, baseline, 'backup');
  if (!(await areKnown(migrations, folder)))
    throw new BackupError(
      'The backup was made by a later version of BookSwap, or by a changed one: its migrations are unknown here.',
    );
  await withClient(database, async (client) => {
    const major = await readServerMajor(client);
    if (major < manifest.postgresqlMajor)
      throw new BackupError(
        `The backup was made on PostgreSQL ${manifest.postgresqlMajor}, and this is PostgreSQL ${major}. Restore it on the same version or a later one.`,
      );
    if ((await listAppliedMigrations(client, baseline)).length > migrations.length)
      throw new BackupError(
        'The tables of this database are newer than those of the backup. Restore it into an empty database.',
      );
  });
}

/** Whether they are those of this version up to one of them. */
async function areKnown(stored: AppliedMigration[], folder: string): Promise<boolean> {
  const last = stored.at(-1)?.createdAt ?? 0;
  const own = (await readMigrations(folder)).filter(({ createdAt }) => createdAt <= last);
  const hashes = new Set(stored.map(({ hash }) => hash));
  return own.length > 0 && own.length === stored.length && own.every(({ hash }) => hashes.has(hash));
}

/** Whether 'one' comes after 'other', as '0.10.0' after '0.9.2'. */
function isLater(one: string, other: string): boolean {
  const numbers = (version: string) => version.split(/[.+-]/).slice(0, 3).map(Number);
  const [left, right] = [numbers(one), numbers(other)];
  const at = left.findIndex((part, index) => part !== right[index]);
  return at >= 0 && left[at]! > right[at]!;
}
