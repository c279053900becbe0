import type { ConstructorOptions } from 'pg-boss';
import { DAY_SECONDS, HOUR_SECONDS } from '#platform/shared/durations.ts';
import type { Database } from '../database/database.ts';

/** The schema of pg-boss, which migrates it itself. */
export const PG_BOSS_SCHEMA = 'pgboss';

export const queueOptions = {
  retryLimit: 16,
  /** Seconds before the first retry, doubled each time up to the maximum: about a day in all. */
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 4 * HOUR_SECONDS,
  expireInSeconds: 300,
  retentionSeconds: 14 * DAY_SECONDS,
  deleteAfterSeconds: DAY_SECONDS,
};

export const bossOptions = (database: Pick<Database, 'pool'>): ConstructorOptions => ({
  db: { executeSql: (text, values) => database.pool.query(text, values) },
  schema: PG_BOSS_SCHEMA,
  // What pg-boss would poll for, `JobScheduler` and `QueueAlarm` do, so that an idle process stays idle.
  schedule: false,
  supervise: false,
  queueCacheIntervalSeconds: HOUR_SECONDS,
  maintenanceIntervalSeconds: HOUR_SECONDS,
  bamIntervalSeconds: HOUR_SECONDS,
  flowIntervalSeconds: HOUR_SECONDS,
  reindex: true,
  monitorVacuum: false,
});
