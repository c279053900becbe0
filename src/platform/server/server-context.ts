import type { FastifyInstance } from 'fastify';
import type { Market } from '#platform/shared/market/market.ts';
import type { Clock } from '#platform/shared/clock.ts';
import type { Database } from './database/database.ts';
import type { EventBus } from './events/event-bus.ts';
import type { Logger } from './http/create-http-server.ts';
import type { EndpointRegistry } from './http/endpoint-registry.ts';
import type { JobQueue } from './jobs/job-queue.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Mailer } from './mail/mailer.ts';
import type { MarketServices } from './market-services.ts';
import type { SharedRateLimiter } from './rate-limits/shared-rate-limiter.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { DiskSpace } from './storage/disk-space.ts';
import type { LocaleOf } from './texts/create-locale-of.ts';
import type { ObjectStorage } from './storage/object-storage.ts';

/** The platform's services for each `mount…` function. Passed in, never imported as a singleton. */
export type ServerContext = {
  http: FastifyInstance;
  endpoints: EndpointRegistry;
  database: Database;
  clock: Clock;
  /** The campus: languages, currency, prices. */
  market: Market;
  log: Logger;
  events: EventBus;
  /** The limits of users and addresses, counted across processes with Redis. */
  limits: SharedRateLimiter;
  jobs: JobQueue;
  metrics: Metrics;
  mailer: Mailer;
  secrets: Secrets;
  /** The free disk space of the embedded database. */
  diskSpace: DiskSpace;
  /** The market's share of the process's resources. */
  services: MarketServices;
  /** The files of photos: in `dataDir`, or in a bucket. */
  storage: ObjectStorage;
  /** The product's public URL without a trailing slash: `PUBLIC_URL`, or the listening address. */
  publicUrl: string;
  /** The locale of a language in this market. Each is built once. */
  localeOf: LocaleOf;
  /** A directory for the data of the embedded parts. */
  dataDir: string;
};
