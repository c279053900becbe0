import { afterAll, beforeAll } from 'vitest';
import { describeSandboxStorage } from '#packages/stripe-sandbox/testing/describe-sandbox-storage.ts';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import type { JobQueue } from '#platform/server/jobs/job-queue.ts';
import { openJobQueue } from '#platform/server/jobs/pg-boss-job-queue.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/server/test-database.ts';
import { createSandboxStorage, DELIVER_QUEUE } from './sandbox-storage.ts';

let database: TestDatabase;
let jobs: JobQueue;
const delivered: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { log } = await createHttpServer({ logLevel: 'silent', trustedProxies: [] });
  jobs = await openJobQueue(database, log);
  await jobs.handle<{ eventId: string }>(DELIVER_QUEUE, async ({ eventId }) => void delivered.push(eventId));
});
afterAll(async () => {
  await jobs.close();
  await database.close();
});

describeSandboxStorage(async () => {
  await database.reset();
  delivered.length = 0;
  return {
    storage: createSandboxStorage({ database, jobs }),
    async enqueuedEvents() {
      await jobs.runNow(DELIVER_QUEUE);
      return delivered;
    },
  };
});
