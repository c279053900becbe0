import pg from 'pg';
import { openDatabase } from '#platform/server/database/database.ts';
import { withClient } from '#platform/server/database/with-client.ts';
import {
  createArrivedJobsTable,
  createJobTables,
  insertArrivedJobs,
  WAITING_JOBS_QUERY,
} from '#platform/server/jobs/waiting-jobs.ts';
import { returnToOutbox } from '#platform/server/jobs/cell/cell-waiting-jobs.ts';
import { inJobsDatabase } from '#platform/server/markets/provisioning/ensure-jobs-database.ts';
import type { Deployment } from '../deployment.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { commandLog } from '../../open-configured-database.ts';
import { inSource, inTarget, type MovePlan } from './move-plan.ts';

/** The numbers of sequences, which do not replicate. */
export async function copySequences(plan: MovePlan): Promise<void> {
  const found = await inSource(plan, async (session) => {
    const { rows } = await session.query<{ name: string; value: string | null }>(
      `SELECT sequencename::text AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public'`,
    );
    return rows;
  });
  await inTarget(plan, async (session) => {
    for (const { name, value } of found)
      if (value !== null)
        await session.query('SELECT setval(to_regclass($1), $2)', [pg.escapeIdentifier(name), value]);
  });
}

/** The waiting jobs of a queue in the market's own database. Each has all of its retries again. */
export async function copyJobs(plan: MovePlan): Promise<void> {
  const jobs = await inSource(plan, async (session) => {
    const { rows } = await session.query<{ it: boolean }>(
      `SELECT to_regclass('pgboss.job') IS NOT NULL AS it`,
    );
    return rows[0]!.it ? (await session.query<Record<string, unknown>>(WAITING_JOBS_QUERY)).rows : [];
  });
  if (jobs.length === 0) return;
  const database = await openDatabase({ url: targetUrl(plan), dataDir: '', log: commandLog });
  try {
    await createJobTables(database);
    await withClient(database, async (client) => {
      await client.query('BEGIN');
      await createArrivedJobsTable(client);
      await client.query(
        `INSERT INTO arrived_jobs SELECT * FROM jsonb_to_recordset($1)
         AS (name text, id uuid, data jsonb, priority int, start_after timestamptz, singleton_key text)`,
        [JSON.stringify(jobs)],
      );
      await insertArrivedJobs(database, client);
      await client.query('COMMIT');
    });
  } finally {
    await database.close();
  }
}

/** The waiting jobs in the queue of the former cell: the market hands them over to its new one when it is opened. */
export async function takeJobsAlong({ control, root }: Deployment, plan: MovePlan): Promise<void> {
  const database = await openDatabase({ url: targetUrl(plan), dataDir: '', log: commandLog });
  try {
    await inJobsDatabase(plan.source, root, (cell) => returnToOutbox(cell, plan.number, database.pool));
  } finally {
    await database.close();
  }
  await control.query('UPDATE control.leases SET wake_at = NULL WHERE market = $1', [plan.number]);
}

const targetUrl = ({ target, database, targetRole }: MovePlan): string =>
  withParts(target.adminUrl, { ...targetRole, database });
