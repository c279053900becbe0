import type { Database } from '#platform/server/database/database.ts';
import {
  busResumed,
  createLocalEventBus,
  type EventBus,
  publishAfterCommit,
} from '#platform/server/events/event-bus.ts';
import type { OpenCarrier } from '#platform/server/events/event-carrier.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import type { OpenJobs } from '#platform/server/jobs/job-queue.ts';
import { openJobQueue } from '#platform/server/jobs/pg-boss-job-queue.ts';
import { openMailer } from '#platform/server/mail/open-mailer.ts';
import type { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { openRootSecret } from '#platform/server/secrets/root-secret.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { countStorageErrors } from '#platform/server/storage/count-storage-errors.ts';
import type { S3Storage } from '#platform/server/storage/s3-storage.ts';
import { checkCurrency } from './market/check-currency.ts';
import type { Config } from './config.ts';
import { openStorage } from './storage/open-storage.ts';
import { registerBackupAge, registerProcessMetrics } from './register-process-metrics.ts';

type ContextOptions = {
  config: Config;
  database: Database;
  carrier?: OpenCarrier | null;
  openJobs?: OpenJobs;
};

export async function openContext(
  { config, database, carrier, openJobs }: ContextOptions,
  {
    http,
    clock,
    limits,
    endpoints,
    diskSpace,
    services,
  }: Pick<ServerContext, 'http' | 'clock' | 'limits' | 'endpoints' | 'diskSpace' | 'services'>,
): Promise<ServerContext> {
  const { log } = http;
  const { dataDir, smtp } = config;
  const now = clock.now();
  await checkCurrency(database, config, now);
  const secrets = openSecrets(database, await openRootSecret(database, config, { log, now }), now);
  await shareLimits(limits, { secrets, log, services, redisUrl: config.redisUrl });
  const jobs = await (openJobs?.({ database, log, clock }) ?? openJobQueue(database, log, clock));
  const bus = await openEvents({ database, secrets, log, clock, jobs }, { config, carrier });
  const events = publishAfterCommit(bus, database);
  jobs.announceTo(events);
  const { metrics } = services;
  metrics.countHttpRequests(http.servedRequests);
  registerProcessMetrics(metrics, { database, events, jobs, config });
  registerBackupAge(metrics, database, clock);
  metrics.queue('request-turns', endpoints.turns);
  return {
    http,
    database,
    clock,
    limits,
    services,
    events,
    log,
    market: config.market,
    jobs,
    metrics,
    mailer: await openMailer({
      database,
      jobs,
      clock,
      log,
      metrics,
      dataDir,
      smtp,
      transports: services.mail,
    }),
    secrets,
    storage: countStorageErrors(
      await openStorage(config, (bucket) => warnIfUnusable(bucket, log), services.market.number),
      metrics,
    ),
    diskSpace,
    endpoints,
    publicUrl: config.publicUrl ?? localUrl(config),
    dataDir,
    localeOf: http.localeOf,
  };
}

type EventsContext = Pick<ServerContext, 'database' | 'secrets' | 'log' | 'clock' | 'jobs'>;

/** One process has a local bus. Several processes share a database, and find there what they have missed. */
async function openEvents(
  context: EventsContext,
  { config, carrier }: { config: Config; carrier: OpenCarrier | null | undefined },
): Promise<EventBus> {
  const { redisUrl, databaseUrl } = config;
  const { log, clock } = context;
  if (carrier === null || (redisUrl === undefined && databaseUrl === undefined))
    return createLocalEventBus(log);
  // Loaded when it is used, like each library that most servers do without.
  const { openSharedEventBus } = await import('#platform/server/events/shared-event-bus.ts');
  const openCarrier = carrier ?? (await selectCarrier(context, config));
  // The embedded database has one process.
  const sealKey = context.secrets.derive('event envelopes');
  if (databaseUrl === undefined) return openSharedEventBus({ openCarrier, sealKey, log, clock });
  const { openEventStore } = await import('#platform/server/events/event-store.ts');
  const durable = await openEventStore(context, (since) =>
    bus.deliver(busResumed, { since: since.toISOString() }),
  );
  const bus = await openSharedEventBus({ openCarrier, sealKey, log, clock, durable });
  durable.recovery.add(durable.store.source(bus));
  return bus;
}

/** Redis, in a channel named after the secret of the installation, or the notifications of the database. */
async function selectCarrier(
  { secrets, log, database }: Pick<EventsContext, 'secrets' | 'log' | 'database'>,
  { redisUrl }: Config,
): Promise<OpenCarrier> {
  if (redisUrl !== undefined) {
    const { openRedisCarrier } = await import('#platform/server/events/redis-carrier.ts');
    const channel = `bookswap:${secrets.derive('sealed event channel').slice(0, 16)}`;
    return (listener) => openRedisCarrier({ url: redisUrl, channel, log }, listener);
  }
  const { openPostgresqlCarrier } = await import('#platform/server/events/postgresql-carrier.ts');
  return (listener) => openPostgresqlCarrier({ url: database.directUrl, log }, listener);
}

/** Counts limits across processes with Redis; without Redis each process counts alone. */
async function shareLimits(
  limits: SharedRateLimiter,
  {
    secrets,
    log,
    services,
    redisUrl,
  }: Pick<ServerContext, 'secrets' | 'log' | 'services'> & Pick<Config, 'redisUrl'>,
): Promise<void> {
  if (redisUrl === undefined) return;
  limits.share(await services.countsInRedis({ url: redisUrl, secret: secrets.derive('rate limits'), log }));
}

/** A bucket that does not answer at the start does not stop it: everything but photos works. */
function warnIfUnusable(bucket: S3Storage, log: Logger): void {
  void bucket.check().then((problem) => problem !== null && log.warn(`photos cannot be stored: ${problem}`));
}

function localUrl({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
