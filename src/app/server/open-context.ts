import { join } from 'node:path';
import type { Database } from '#platform/server/database/database.ts';
import { createLocalEventBus, type EventBus } from '#platform/server/events/event-bus.ts';
import type { OpenCarrier } from '#platform/server/events/event-carrier.ts';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { openJobQueue } from '#platform/server/jobs/pg-boss-job-queue.ts';
import { openMailer } from '#platform/server/mail/open-mailer.ts';
import { openRootSecret } from '#platform/server/secrets/root-secret.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { openDiskStorage } from '#platform/server/storage/disk-storage.ts';
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts';
import type { Config } from './config.ts';

/** Opens the services that the features share. */
export async function openContext(
  { config, database }: { config: Config; database: Database },
  { http, clock, endpoints }: Pick<ServerContext, 'http' | 'clock' | 'endpoints'>,
): Promise<ServerContext> {
  const { log } = http;
  const { dataDir, smtp } = config;
  const now = clock.now();
  const secrets = openSecrets(database, await openRootSecret(database, config, { log, now }), now);
  const events = await openEvents(config, { secrets, log, clock });
  const jobs = await openJobQueue(database, log);
  return {
    http,
    database,
    clock,
    events,
    log,
    jobs,
    mailer: await openMailer({ database, jobs, clock, log, dataDir, smtp }),
    secrets,
    storage: await openStorage(config, log),
    endpoints,
    publicUrl: config.publicUrl ?? localUrl(config),
    dataDir,
  };
}

/**
 * One process has a local bus. Several share Redis, in a channel named after the secret of the installation,
 * or else the notifications of their database.
 */
async function openEvents(
  { redisUrl, databaseUrl }: Config,
  { secrets, log, clock }: Pick<ServerContext, 'secrets' | 'log' | 'clock'>,
): Promise<EventBus> {
  if (redisUrl === undefined && databaseUrl === undefined) return createLocalEventBus(log);
  // Loaded when it is used, like each library that most servers do without.
  const { openSharedEventBus } = await import('#platform/server/events/shared-event-bus.ts');
  if (redisUrl !== undefined) {
    const { openRedisCarrier } = await import('#platform/server/events/redis-carrier.ts');
    const channel = `bookswap:${secrets.derive('event channel').slice(0, 16)}`;
    const openCarrier: OpenCarrier = (listener) =>
      openRedisCarrier({ url: redisUrl, channel, log }, listener);
    return openSharedEventBus({ openCarrier, log, clock });
  }
  const { openPostgresqlCarrier } = await import('#platform/server/events/postgresql-carrier.ts');
  const openCarrier: OpenCarrier = (listener) => openPostgresqlCarrier({ url: databaseUrl!, log }, listener);
  return openSharedEventBus({ openCarrier, log, clock });
}

/** A bucket that does not answer at the start does not stop it: everything but photos works. */
async function openStorage({ s3, dataDir }: Config, log: Logger): Promise<ObjectStorage> {
  if (s3 === null) return openDiskStorage(join(dataDir, 'photos'));
  const { S3Storage } = await import('#platform/server/storage/s3-storage.ts');
  const storage = new S3Storage(s3);
  void storage.check().then((problem) => problem !== null && log.warn(`photos cannot be stored: ${problem}`));
  return storage;
}

/** The URL for a browser on this machine. */
function localUrl({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
