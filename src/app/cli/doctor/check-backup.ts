import { findLastBackup, readBackupAgeMs } from '#platform/server/backup/last-backup.ts';
import type { Database } from '#platform/server/database/database.ts';
import { systemClock } from '#platform/shared/clock.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { failed, type Finding, ok } from './finding.ts';

const MAX_BACKUP_AGE_DAYS = 2;

const ADVICE =
  'Let cron run npm run backup -- FILE each day: docs/operations.md, Backup and restore. Other tools are unknown here.';

export async function checkBackup(database: Database): Promise<Finding[]> {
  const check = 'backup';
  const ageMs = await readBackupAgeMs(database, systemClock.now());
  if (ageMs === null) return [];
  const days = Math.floor(ageMs / DAY_MS);
  const last = await findLastBackup(database);
  if (days >= MAX_BACKUP_AGE_DAYS) {
    const place = last === null ? 'npm run backup has made none' : `the last one is ${last.place}`;
    return [failed(check, `No backup for ${days} days: ${place}.`, ADVICE)];
  }
  if (last === null) return [ok(check, 'None yet: the installation is new.')];
  return [ok(check, `The last one is of ${last.at.toISOString()}: ${last.place}.`)];
}
