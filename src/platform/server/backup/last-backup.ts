import { hostname } from 'node:os';
import { eq, min } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { setStoredValue } from '../secrets/stored-values.ts';
import { installationState } from '../secrets/table.ts';

const LAST_BACKUP_NAME = 'last-backup';

type LastBackup = {
  at: Date;
  place: string;
};

export const recordBackup = (database: Pick<Database, 'orm'>, file: string, at: Date): Promise<void> =>
  setStoredValue(database, LAST_BACKUP_NAME, `${hostname()}:${file}`, at);

export async function findLastBackup({ orm }: Pick<Database, 'orm'>): Promise<LastBackup | null> {
  const [row] = await orm
    .select({ at: installationState.createdAt, place: installationState.value })
    .from(installationState)
    .where(eq(installationState.name, LAST_BACKUP_NAME));
  return row ?? null;
}

/** The time since the last backup, or since the start of an installation without one. Null before the first start. */
export async function readBackupAgeMs(database: Pick<Database, 'orm'>, now: Date): Promise<number | null> {
  const last = await findLastBackup(database);
  const [first] = await database.orm.select({ at: min(installationState.createdAt) }).from(installationState);
  const since = last?.at ?? first?.at ?? null;
  return since === null ? null : now.getTime() - since.getTime();
}
