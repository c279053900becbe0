import { afterAll, afterEach, beforeAll } from 'vitest';
import { busResumed, createLocalEventBus } from '#platform/server/events/event-bus.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import type { JobQueue } from '#platform/server/jobs/job-queue.ts';
import { openJobQueue } from '#platform/server/jobs/pg-boss-job-queue.ts';
import { createTestDatabase, type TestDatabase } from '../server/test-database.ts';

/** The queue works by the database's clock; a busy machine takes longer. */
export const pollOptions = { timeout: 40_000 };

const silent = { info() {}, warn() {}, error() {} } as unknown as Logger;

/** Job queues on one database, as several processes have them; closed after each test. */
export function createJobQueues() {
  let database: TestDatabase;
  const opened: JobQueue[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    for (const jobs of opened.splice(0)) await jobs.close();
  });
  afterAll(() => database.close());
  return {
    get database() {
      return database;
    },
    async open(): Promise<JobQueue> {
      const jobs = await openJobQueue(database, silent);
      opened.push(jobs);
      return jobs;
    },
  };
}

/** After a gap in the events, a process looks what it has not heard. */
export function lookNow(jobs: JobQueue): void {
  const bus = createLocalEventBus();
  jobs.announceTo(bus);
  bus.publish(busResumed, { since: new Date().toISOString() });
}
