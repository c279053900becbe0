import type { Client, Pool, PoolClient } from 'pg';
import { PG_BOSS_SCHEMA } from '../pg-boss-options.ts';

type Queryable = Pick<Client | Pool | PoolClient, 'query'>;

/** No server has used the cell yet. */
async function hasJobs(cell: Queryable): Promise<boolean> {
  const { rows } = await cell.query<{ it: boolean }>(
    `SELECT to_regclass('${PG_BOSS_SCHEMA}.job') IS NOT NULL AS it`,
  );
  return rows[0]!.it;
}

const asRows = `SELECT data->>'queue' AS name, id, data->'data' AS data, priority, start_after, singleton_key
  FROM ${PG_BOSS_SCHEMA}.job`;

/** The time of the cell's database, as text. */
export async function readCellTime(cell: Queryable): Promise<string> {
  const { rows } = await cell.query<{ now: string }>('SELECT now()::text AS now');
  return rows[0]!.now;
}

/**
 * The waiting and running jobs of a market, for COPY, as `WAITING_JOBS_QUERY` has those of an installation alone. `since`: of
 * `readCellTime`, before the snapshot of the market's database: jobs that have ended after it are among them, because what they did is
 * not in the snapshot. The query runs after the snapshot; what was in an outbox there may be in both, with the same id.
 */
export function cellJobsQuery(market: number, since: string): string {
  if (!Number.isInteger(market) || !/^[-\d:.+ ]+$/.test(since)) throw new Error('A number and a time');
  return `${asRows} WHERE name = 'm${market}' AND (state < 'completed' OR completed_on >= '${since}') ORDER BY created_on, id`;
}

/**
 * Takes the waiting jobs of a market that was moved out of the queue of its cell into its outbox, from where the next process
 * that opens it hands them over, perhaps to another cell. Inserted first, then deleted: it can be repeated at any point.
 */
export async function returnToOutbox(cell: Queryable, market: number, database: Queryable): Promise<number> {
  if (!(await hasJobs(cell))) return 0;
  const { rows } = await cell.query<{ id: string }>(
    `${asRows} WHERE name = $1 AND state IN ('created', 'retry')`,
    [`m${market}`],
  );
  await database.query(
    `INSERT INTO job_outbox (id, queue, data, start_after, singleton_key)
     SELECT id, name, data, start_after, singleton_key
     FROM jsonb_to_recordset($1) AS job (id uuid, name text, data jsonb, start_after timestamptz, singleton_key text)
     ON CONFLICT (id) DO NOTHING`,
    [JSON.stringify(rows)],
  );
  await cell.query(`DELETE FROM ${PG_BOSS_SCHEMA}.job WHERE name = $1 AND id = ANY ($2::uuid[])`, [
    `m${market}`,
    rows.map(({ id }) => id),
  ]);
  return rows.length;
}
