import { PG_BOSS_SCHEMA } from '../pg-boss-options.ts';
import type { QueueState } from '../queue-alarm.ts';

const JOB = `${PG_BOSS_SCHEMA}.job`;

/** The markets with jobs, by the database's clock: the time until the next one, and whether one runs for too long. */
export const LOOK_SQL = `SELECT name, wait, is_overdue FROM (
    SELECT name, (
        SELECT extract(epoch FROM min(start_after) - now())::float8 * 1000 FROM ${JOB}
        WHERE job.name = queue.name AND state < 'active') AS wait,
      EXISTS (SELECT FROM ${JOB} WHERE job.name = queue.name AND state = 'active'
        AND started_on + expire_seconds * interval '1 second' < now()) AS is_overdue
    FROM ${PG_BOSS_SCHEMA}.queue WHERE name ~ '^m[0-9]+$') markets
  WHERE wait IS NOT NULL OR is_overdue`;

/** The failed attempts of a lost service do not count. */
export const RETRY_LOST_SQL = `UPDATE ${JOB} SET start_after = now(), retry_limit = retry_limit + 1
  WHERE name = $1 AND data->>'queue' = $2 AND state = 'retry' AND output->>'isServiceLost' = 'true' AND start_after > now()`;

export const WAITING_SQL = `SELECT data->>'queue' AS queue, count(*)::int AS waiting FROM ${JOB}
  WHERE name = $1 AND state < 'active' AND start_after <= now() GROUP BY 1`;

export const MAKE_DUE_SQL = `UPDATE ${JOB} SET start_after = now(), priority = 1
  WHERE name = $1 AND data->>'queue' = $2 AND state < 'active'`;

export const toQueueState = (
  rows: { name: string; wait: number | null; is_overdue: boolean }[],
): QueueState => ({
  waits: new Map(rows.flatMap(({ name, wait }) => (wait === null ? [] : [[name, wait] as const]))),
  isOverdue: rows.some((row) => row.is_overdue),
});

export const toWaitingCounts = (rows: { queue: string; waiting: number }[]): ReadonlyMap<string, number> =>
  new Map(rows.map(({ queue, waiting }) => [queue, waiting]));
