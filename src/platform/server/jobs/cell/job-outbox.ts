import { inArray, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../database/database.ts';
import { SCHEDULED_QUEUE } from '../job-scheduler.ts';
import { PG_BOSS_SCHEMA } from '../pg-boss-options.ts';
import { jobOutbox } from '../table.ts';

export type OutboxJob = typeof jobOutbox.$inferSelect;
export type NewOutboxJob = { id: string; queue: string; data: object; afterSeconds: number };

export const OUTBOX_BATCH_SIZE = 100;

/** By the clock of the database, like all times of jobs. */
export async function insertIntoOutbox(
  tx: Transaction,
  { id, queue, data, afterSeconds }: NewOutboxJob,
): Promise<void> {
  const startAfter = sql`now() + ${afterSeconds} * interval '1 second'`;
  await tx.insert(jobOutbox).values({ id, queue, data, startAfter });
}

export const readOutbox = ({ orm }: Pick<Database, 'orm'>): Promise<OutboxJob[]> =>
  orm.select().from(jobOutbox).orderBy(jobOutbox.id).limit(OUTBOX_BATCH_SIZE);

export async function deleteFromOutbox(
  { orm }: Pick<Database, 'orm'>,
  ids: readonly string[],
): Promise<void> {
  await orm.delete(jobOutbox).where(inArray(jobOutbox.id, [...ids]));
}

/**
 * Moves what waits in the market's own queue, which it had as an installation alone, into its outbox. A job that a former process
 * runs stays until its time is over. Returns whether there is such a queue.
 */
export async function takeFromOwnQueue(database: Pick<Database, 'pool'>): Promise<boolean> {
  const { rows } = await database.pool.query<{ exists: boolean }>(
    `SELECT to_regclass('${PG_BOSS_SCHEMA}.job') IS NOT NULL AS exists`,
  );
  if (rows[0]?.exists !== true) return false;
  await database.pool.query(
    `WITH taken AS (
       DELETE FROM ${PG_BOSS_SCHEMA}.job WHERE name <> $1 AND name NOT LIKE '\\_\\_pgboss\\_\\_%'
         AND (state IN ('created', 'retry')
           OR state = 'active' AND started_on + expire_seconds * interval '1 second' < now())
       RETURNING id, name, data, start_after, singleton_key)
     INSERT INTO job_outbox (id, queue, data, start_after, singleton_key)
     SELECT id, name, coalesce(data, '{}'), start_after, singleton_key FROM taken ON CONFLICT (id) DO NOTHING`,
    [SCHEDULED_QUEUE],
  );
  return true;
}
