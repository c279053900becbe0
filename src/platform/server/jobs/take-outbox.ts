import type { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.ts';
import { deleteFromOutbox, readOutbox } from './cell/job-outbox.ts';
import { queueOptions } from './pg-boss-options.ts';

/**
 * Queues the jobs that an installation alone finds in its outbox: it was one of several markets before. A job that was
 * inserted and not yet deleted is not inserted again.
 */
export async function takeOutbox(boss: PgBoss, database: Database): Promise<void> {
  for (;;) {
    const jobs = await readOutbox(database);
    if (jobs.length === 0) return;
    for (const [queue, own] of Map.groupBy(jobs, (job) => job.queue)) {
      await boss.createQueue(queue, queueOptions);
      await boss.insert(
        queue,
        own.map(({ id, data, startAfter }) => ({ id, data, startAfter: startAfter.toISOString() })),
      );
    }
    await deleteFromOutbox(
      database,
      jobs.map(({ id }) => id),
    );
  }
}
