import type { MarketDescription } from '#platform/server/backup/archive-format.ts';
import { signBackup } from '#platform/server/backup/backup-signature.ts';
import { type CellOfBackup, createBackup } from '#platform/server/backup/create-backup.ts';
import { recordBackup } from '#platform/server/backup/last-backup.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { listObjectKeys } from './list-object-keys.ts';
import { MIGRATIONS, productVersion } from './product-version.ts';

const MEGABYTE = 1_000_000;

type Source = {
  database: Database;
  storage: ObjectStorage;
  /** Goes into the backup. */
  secret: string | null;
  /** Signs the backup; null: it is unknown. */
  root: string | null;
  market?: MarketDescription;
  cell?: CellOfBackup;
  /** The name that the file gets once it is complete, if it is another one. */
  finalName?: string;
  signal: AbortSignal;
};

/** Writes a backup, records its date in the database, and says what is in it. */
export async function writeBackup(
  file: string,
  { database, storage, secret, root, market, cell, finalName = file, signal }: Source,
): Promise<void> {
  const { manifest, missing, bytes } = await createBackup(file, {
    database,
    storage,
    folder: MIGRATIONS,
    listObjectKeys,
    secret,
    ...(market !== undefined && { market }),
    ...(cell !== undefined && { cell }),
    sign: (sumsDigest) => root && signBackup(root, sumsDigest),
    productVersion: productVersion(),
    now: systemClock.now(),
    progress: (text) => console.error(text),
    signal,
  });
  await recordBackup(database, finalName, new Date(manifest.createdAt)).catch((error: unknown) =>
    console.error(
      `The backup is complete. Its date could not be stored for npm run admin -- doctor: ${String(error)}`,
    ),
  );
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${finalName}: ${rows} rows of ${manifest.tables.length} tables, ${manifest.jobs} waiting jobs, ` +
      `${manifest.objects - missing.length} files of photos, ${(bytes / MEGABYTE).toFixed(1)} MB.`,
  );
  if (missing.length > 0) console.error(`${missing.length} files of photos were not there.`);
  if (root === null)
    console.error('The backup has no signature: set SECRET_KEY to the one that BookSwap runs with.');
}
