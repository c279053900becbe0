import type { FastifyInstance } from 'fastify';
import { passwordQueueLimits } from '#features/accounts/server/identity/passwords/hash-passwords.ts';
import { photoLimits } from '#features/photos/rules.ts';
import { photoSizes } from '#features/photos/stored-photo.ts';
import { CacheBudget } from '#platform/server/budgets/cache-budget.ts';
import { keyOfMarket, queueOfMarket, type TaskQueue } from '#platform/server/budgets/market-queue.ts';
import { MarketTurns } from '#platform/server/budgets/market-turns.ts';
import { SlotBudget } from '#platform/server/budgets/slot-budget.ts';
import { SocketBudget } from '#platform/server/budgets/socket-budget.ts';
import { ConnectionBudget } from '#platform/server/budgets/connection-budget.ts';
import { BoundedQueue, type QueueLimits } from '#platform/server/concurrency/bounded-queue.ts';
import { createImageEncoder, type ImageEncoder } from '#platform/server/images/reencode-image.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { EndpointTrees } from '#platform/server/http/endpoints/endpoint-routes.ts';
import { MailTransports } from '#platform/server/mail/mail-transports.ts';
import type { MarketIdentity, MarketServices } from '#platform/server/market-services.ts';
import type { Metrics } from '#platform/server/metrics/metrics.ts';
import { MetricsRegistry } from '#platform/server/metrics/metrics-registry.ts';
import type { RedisCounts } from '#platform/server/rate-limits/redis-counts.ts';
import type { SharedCounts } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { type SocketLimits, socketLimits } from '#platform/server/socket/socket-limits.ts';
import type { Tracing } from '#platform/server/tracing/start-tracing.ts';
import type { TraceRequestsOptions } from '#platform/server/tracing/trace-requests.ts';
import type { TracingConfig } from '#platform/server/tracing/tracing-config.ts';
import type { StaticFiles } from './static-files.ts';

/** What a process has once, however many markets it serves. Its opener closes it, after every market. */
export type ProcessServices = {
  /** What `/metrics` exports: `text()`. */
  readonly metrics: MetricsRegistry;
  /** The built files, if the process serves them for its markets. */
  readonly files: StaticFiles | null;
  /** For `openDatabase`: `connections.openMarket(number)`, before the market's services. */
  readonly connections: ConnectionBudget;
  /** Find the endpoints of all markets by their paths. */
  readonly endpointTrees: EndpointTrees;
  /** Traces the requests of a server, if that is configured. */
  trace(http: FastifyInstance, config: TracingConfig | null, options: TraceRequestsOptions): Promise<void>;
  /** The share of a market that opens. Its `close` gives everything back. */
  openMarket(market: MarketIdentity): MarketServices;
  close(): Promise<void>;
};

export type ProcessServicesOptions = {
  files?: StaticFiles | null;
  /** Another queue for hashes of passwords (tests). */
  passwordQueue?: Partial<QueueLimits> | undefined;
  /** Other limits of sockets (tests). */
  sockets?: Partial<SocketLimits> | undefined;
};

/** Tokens of sockets that are verified at once: some thousand a second. */
const MAX_VERIFICATIONS = 16;
/** Half of a market's connections: sockets that all come back at once must not hold up messages. */
const MAX_VERIFICATIONS_OF_MARKET = 4;
/** More than there may be unauthenticated connections. */
const MAX_WAITING_VERIFICATIONS = 2_000;

/** A process serves more markets than a database server has connections. */
const databaseConnections = {
  max: 60,
  sizeOfMarket: { max: 4, min: 0, idleTimeoutMillis: 30_000 },
};

const MEBIBYTE = 1024 * 1024;
const cacheBytes = { maxBytes: 64 * MEBIBYTE, minBytesOfMarket: MEBIBYTE };
/** About 200 images with a photo. */
const shareImageBytes = { maxBytes: 32 * MEBIBYTE, minBytesOfMarket: 0 };

/** Uploads that arrive: each takes at most 10 MB of disk. */
const uploadSlots = { max: 64, maxOfMarket: 16 };

export function createProcessServices({
  passwordQueue,
  files = null,
  ...options
}: ProcessServicesOptions = {}): ProcessServices {
  const metrics = new MetricsRegistry();
  const uploads = new SlotBudget(uploadSlots);
  const turns = new MarketTurns();
  // A hash or an image keeps a core busy: while other markets are open, each market runs one at a time.
  const queues = createQueues(passwordQueue, () => (uploads.markets > 1 ? 1 : Infinity));
  const own = metrics.open(null);
  exportQueues(own, queues);
  if (files !== null) own.countHttpRequests(files.servedRequests);
  const caches = new CacheBudget(cacheBytes);
  const shareImageCaches = new CacheBudget(shareImageBytes);
  const sockets = new SocketBudget({ ...socketLimits, ...options.sockets });
  const tracing = createTracingOnce();
  const redis = createRedisOnce();
  const mail = new MailTransports();
  const connections = new ConnectionBudget(databaseConnections);
  return {
    metrics,
    files,
    connections,
    endpointTrees: new EndpointTrees(),
    openMarket(market) {
      const shares = {
        uploads: uploads.openMarket(),
        turn: turns.openMarket(),
        sockets: sockets.openMarket(),
        caches: caches.openMarket(),
        shareImageCaches: shareImageCaches.openMarket(),
        mail: mail.openMarket(),
      };
      const view = metrics.open(market);
      view.databaseMs = () => connections.busyMsOf(market.number);
      return {
        ...shares,
        market,
        metrics: view,
        countsInRedis: (options) => redis.open(options),
        images: imagesOfMarket(queues.images, market),
        passwords: queueOfMarket(queues.passwords, market),
        shareImages: queueOfMarket(queues.shareImages, market),
        socketVerifications: createVerificationQueue(queues.verifications, market),
        async close() {
          for (const share of Object.values(shares)) share.close();
          await view.close();
        },
      };
    },
    trace: tracing.trace,
    async close() {
      await files?.close();
      await tracing.close();
      await redis.close();
    },
  };
}

/** Each statement and each outgoing request has one span, however many markets are traced. */
function createTracingOnce(): Pick<ProcessServices, 'trace' | 'close'> {
  let started: Promise<Tracing> | undefined;
  const start = async (config: TracingConfig) => {
    const { startTracing } = await import('#platform/server/tracing/start-tracing.ts');
    return startTracing(config);
  };
  return {
    async trace(http, config, options) {
      if (config === null) return;
      const tracing = await (started ??= start(config));
      tracing.trace(http, options);
    },
    close: async () => (await started)?.close(),
  };
}

/** Markets count their limits over one connection. */
function createRedisOnce() {
  const byUrl = new Map<string, Promise<RedisCounts>>();
  const connect = async (url: string, log: Logger) => {
    const { openRedisCounts } = await import('#platform/server/rate-limits/redis-counts.ts');
    return openRedisCounts({ url, log });
  };
  return {
    async open({ url, secret, log }: { url: string; secret: string; log: Logger }): Promise<SharedCounts> {
      const counts = byUrl.get(url) ?? connect(url, log);
      byUrl.set(url, counts);
      return (await counts).openMarket(secret);
    },
    async close() {
      for (const counts of byUrl.values()) (await counts).close();
    },
  };
}

const createQueues = (passwordQueue: Partial<QueueLimits> | undefined, runningOfMarket: () => number) => ({
  images: createImageEncoder({ sizes: photoSizes, maxBytes: photoLimits.bytes }, runningOfMarket),
  passwords: new BoundedQueue({
    ...passwordQueueLimits,
    ...passwordQueue,
    get runningOfGroup() {
      return runningOfMarket();
    },
  }),
  shareImages: new BoundedQueue({ running: 1, waiting: 10 }),
  verifications: new BoundedQueue({ running: MAX_VERIFICATIONS, waiting: MAX_WAITING_VERIFICATIONS }),
});

function exportQueues(metrics: Metrics, queues: ReturnType<typeof createQueues>): void {
  metrics.queue('images', queues.images.queue);
  metrics.queue('passwords', queues.passwords);
  metrics.queue('share-images', queues.shareImages);
}

const imagesOfMarket = (images: ImageEncoder, market: MarketIdentity): ImageEncoder => ({
  reencode: (source, signal, key) => images.reencode(source, signal, keyOfMarket(market, key)),
  queue: images.queue,
});

/** A market whose database does not answer holds its own few up, not those of the process. */
function createVerificationQueue(queue: BoundedQueue, market: MarketIdentity): TaskQueue {
  const ofProcess = queueOfMarket(queue, market);
  const own = new BoundedQueue({ running: MAX_VERIFICATIONS_OF_MARKET, waiting: MAX_WAITING_VERIFICATIONS });
  return {
    run: (task, options) => own.run(() => ofProcess.run(task), options),
    isFullFor: (key) => own.isFullFor(key),
    get running() {
      return own.running;
    },
    get waiting() {
      return own.waiting;
    },
  };
}
