import { readBackupAgeMs } from '#platform/server/backup/last-backup.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import type { JobQueue } from '#platform/server/jobs/job-queue.ts';
import type { Metrics } from '#platform/server/metrics/metrics.ts';
import { withTimeout } from '#platform/server/concurrency/with-timeout.ts';
import { readFreeBytes } from '#platform/server/storage/disk-space.ts';
import type { Clock } from '#platform/shared/clock.ts';
import type { Config } from './config.ts';

/** A lost carrier would hold the whole response up. */
const PING_TIMEOUT_MS = 1_000;

type Services = { database: Database; events: EventBus; jobs: JobQueue; config: Config };

export function registerProcessMetrics(metrics: Metrics, { database, events, jobs, config }: Services): void {
  const { pool, embedded } = database;
  metrics.gauge(
    {
      name: 'bookswap_database_connections',
      help: 'Connections of the pool that work or idle.',
      label: 'state',
    },
    () =>
      new Map([
        ['used', pool.totalCount - pool.idleCount],
        ['idle', pool.idleCount],
      ]),
  );
  metrics.gauge(
    { name: 'bookswap_database_waiting_requests', help: 'Who waits for a connection of the pool.' },
    () => pool.waitingCount,
  );
  if (embedded !== undefined)
    metrics.counter(
      { name: 'bookswap_engine_restarts_total', help: 'Restarts of the embedded database server.' },
      () => embedded.restartCount,
    );
  registerEventMetrics(metrics, events, config);
  metrics.gauge(
    { name: 'bookswap_waiting_jobs', help: 'Due jobs that no process has taken yet.', label: 'queue' },
    () => jobs.countWaiting(),
  );
  metrics.gauge(
    { name: 'bookswap_disk_free_bytes', help: 'Free space of the disk of DATA_DIR.', combine: 'min' },
    () => readFreeBytes(config.dataDir),
  );
}

function registerEventMetrics(metrics: Metrics, events: EventBus, config: Config): void {
  metrics.gauge(
    {
      name: 'bookswap_event_carrier_up',
      help: 'Whether events reach other processes (1); none: there is no other process.',
      label: 'carrier',
      combine: 'min',
    },
    async () => {
      const isUp = await withTimeout(events.ping(), PING_TIMEOUT_MS).then(
        () => true,
        () => false,
      );
      return new Map([[carrierOf(config), isUp ? 1 : 0]]);
    },
  );
  metrics.counter(
    {
      name: 'bookswap_recovered_events_total',
      help: 'Events of other processes that the carrier has lost, and that were found in the database.',
    },
    () => events.recovery?.recoveredCount ?? 0,
  );
  metrics.counter(
    {
      name: 'bookswap_dropped_events_total',
      help: 'Texts in the channel of events without a valid seal, older than a minute, or repeated.',
      label: 'reason',
    },
    () => events.dropped,
  );
}

/** Registers the age of the last `npm run backup`, which is the same in all processes. */
export function registerBackupAge(metrics: Metrics, database: Database, clock: Clock): void {
  const help = 'Since the last backup, or since the installation began without one.';
  metrics.gauge({ name: 'bookswap_backup_age_seconds', help, combine: 'max' }, async () => {
    const ageMs = await readBackupAgeMs(database, clock.now());
    return ageMs === null ? null : ageMs / 1_000;
  });
}

function carrierOf({ redisUrl, databaseUrl }: Config): string {
  if (redisUrl !== undefined) return 'redis';
  return databaseUrl === undefined ? 'none' : 'postgresql';
}
