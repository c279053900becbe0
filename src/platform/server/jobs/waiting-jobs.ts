import { PgBoss } from 'pg-boss';
import type { PoolClient } from 'pg';
import type { Database } from '../database/database.ts';
import { SCHEDULED_QUEUE } from './job-scheduler.ts';
import { bossOptions, PG_BOSS_SCHEMA, queueOptions } from './pg-boss-options.ts';

/** Waiting and running jobs, for COPY, without finished ones and scheduled runs, which find their work again. */
export const WAITING_JOBS_QUERY = `
  SELECT name, id, data, priority, start_after, singleton_key FROM ${PG_BOSS_SCHEMA}.job
  WHERE state IN ('created', 'retry', 'active') AND name <> '${SCHEDULED_QUEUE}' AND name NOT LIKE '\\_\\_pgboss\\_\\_%'
  ORDER BY created_on, id`;

export const JOBS_TABLE = `${PG_BOSS_SCHEMA}.job`;
const ARRIVED_TABLE = 'arrived_jobs';

export const ARRIVED_JOBS_TARGET = `${ARRIVED_TABLE} (name, id, data, priority, start_after, singleton_key)`;

const JOBS_PER_INSERT = 500;

export async function createJobTables(database: Database): Promise<void> {
  const boss = await startIdleQueue(database);
  await boss.stop({ graceful: false, close: false });
}

/** Where `insertArrivedJobs` finds the rows. It ends with the transaction. */
export async function createArrivedJobsTable(client: PoolClient): Promise<void> {
  await client.query(
    `CREATE TEMPORARY TABLE ${ARRIVED_TABLE} (name text, id uuid, data jsonb, priority int, start_after timestamptz,
       singleton_key text) ON COMMIT DROP`,
  );
}

type ArrivedJob = {
  name: string;
  id: string;
  data: object;
  priority: number;
  startAfter: Date;
  singletonKey: string | null;
};

/** Puts the rows into their queues, in the transaction of the client. Each has all of its retries again. */
export async function insertArrivedJobs(database: Database, client: PoolClient): Promise<void> {
  const boss = await startIdleQueue(database);
  const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) };
  const { rows: queues } = await client.query<{ name: string }>(
    `SELECT DISTINCT name FROM ${ARRIVED_TABLE} ORDER BY name`,
  );
  // Queues are created outside of the transaction, before it locks anything of them.
  for (const { name } of queues) await boss.createQueue(name, queueOptions);
  for (const { name } of queues) {
    for (;;) {
      const jobs = await takeJobs(client, name);
      if (jobs.length === 0) break;
      await boss.insert(name, jobs.map(toInsert), { db });
    }
  }
  await boss.stop({ graceful: false, close: false });
}

/** A queue deletes a job that has waited for long; the time in the backup does not count. */
async function takeJobs(client: PoolClient, queue: string): Promise<ArrivedJob[]> {
  const { rows } = await client.query<ArrivedJob>(
    `DELETE FROM ${ARRIVED_TABLE} WHERE ctid = ANY (ARRAY(SELECT ctid FROM ${ARRIVED_TABLE} WHERE name = $1 LIMIT $2))
     RETURNING name, id, data, priority, greatest(start_after, now()) AS "startAfter", singleton_key AS "singletonKey"`,
    [queue, JOBS_PER_INSERT],
  );
  return rows;
}

const toInsert = ({ id, data, priority, startAfter, singletonKey }: ArrivedJob) => ({
  id,
  data,
  priority,
  startAfter: startAfter.toISOString(),
  ...(singletonKey !== null && { singletonKey }),
});

async function startIdleQueue(database: Database): Promise<PgBoss> {
  const boss = new PgBoss(bossOptions(database));
  await boss.start();
  return boss;
}
