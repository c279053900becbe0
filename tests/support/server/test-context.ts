import type { FastifyInstance } from 'fastify';
import { createProcessServices } from '#app/server/process/process-services.ts';
import type { QueueLimits } from '#platform/server/concurrency/bounded-queue.ts';
import { createLocalEventBus, publishAfterCommit } from '#platform/server/events/event-bus.ts';
import type { ServerBounds } from '#platform/server/http/bounded-server.ts';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import { type Authenticate, EndpointRegistry } from '#platform/server/http/endpoint-registry.ts';
import type { JobQueue } from '#platform/server/jobs/job-queue.ts';
import type { EmailMessage } from '#platform/server/mail/mailer.ts';
import { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import { DiskSpace } from '#platform/server/storage/disk-space.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import { marketAlone } from '#platform/server/market-services.ts';
import type { SocketLimits } from '#platform/server/socket/socket-limits.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { localeOfTests, testMarket } from '../test-market.ts';
import { TestClock } from './test-clock.ts';

type TestContextOptions = Pick<ServerContext, 'database'> &
  Partial<Pick<ServerContext, 'events' | 'publicUrl' | 'dataDir' | 'storage'>> & {
    clock?: TestClock;
    authenticate: Authenticate;
    secretKey?: string | undefined;
    trustedProxies?: string[];
    bounds?: Partial<ServerBounds>;
    passwordQueue?: Partial<QueueLimits> | undefined;
    socketLimits?: Partial<SocketLimits> | undefined;
  };

type TestContext = {
  context: ServerContext;
  http: FastifyInstance;
  clock: TestClock;
  /** The emails that would be sent. */
  mailed: EmailMessage[];
  /** Runs a scheduled job. */
  runJob: (name: string) => Promise<void>;
};

/**
 * The platform's services for tests of one feature: real HTTP, a set clock, events of one process, collected
 * emails, and scheduled jobs that only `runJob` runs.
 */
export async function createTestContext({
  authenticate,
  secretKey = 'a secret key of the tests',
  trustedProxies = [],
  bounds = {},
  passwordQueue,
  socketLimits,
  ...given
}: TestContextOptions): Promise<TestContext> {
  const { database, clock = new TestClock() } = given;
  const http = await createHttpServer({ logLevel: 'silent', trustedProxies, bounds });
  const mailed: EmailMessage[] = [];
  const { jobs, runJob } = createManualJobs();
  const diskSpace = new DiskSpace({ freeBytes: undefined, log: http.log });
  const services = createProcessServices({ passwordQueue, sockets: socketLimits }).openMarket(marketAlone);
  const context: ServerContext = {
    http,
    endpoints: new EndpointRegistry({
      http,
      authenticate,
      clock,
      checkResponses: true,
      limit: async () => {},
      shouldTakeTurns: false,
      locale: localeOfTests,
      diskSpace,
    }),
    database,
    clock,
    log: http.log,
    market: testMarket,
    localeOf: localeOfTests,
    metrics: services.metrics,
    services,
    events: publishAfterCommit(given.events ?? createLocalEventBus(), database),
    limits: new SharedRateLimiter(clock),
    jobs,
    mailer: {
      kind: 'outbox',
      send: async (_tx, message) => void mailed.push(message),
      deleteQueued: async () => {},
    },
    secrets: openSecrets(database, secretKey, clock.now()),
    diskSpace,
    storage: given.storage ?? ({} as ObjectStorage),
    publicUrl: given.publicUrl ?? 'https://books.example',
    dataDir: given.dataDir ?? '',
  };
  return { context, http, clock, mailed, runJob };
}

function createManualJobs(): { jobs: JobQueue; runJob: (name: string) => Promise<void> } {
  const scheduled = new Map<string, () => Promise<void>>();
  const runJob = async (name: string) => scheduled.get(name)!();
  const jobs: Partial<JobQueue> = {
    schedule: async (name: string, _cron: string, work: () => Promise<void>) =>
      void scheduled.set(name, work),
    handle: async () => {},
    enqueue: async () => {},
    runNow: runJob,
  };
  return { jobs: jobs as JobQueue, runJob };
}
