import type { FastifyInstance } from 'fastify';
import type { Clock } from '#platform/shared/clock.ts';
import type { Database } from './database/database.ts';
import type { EventBus } from './events/event-bus.ts';
import type { Log } from './http/create-http.ts';
import type { CallRegistry } from './http/mount-calls.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mail } from './mail/mail.ts';
import type { Secrets } from './secrets/secrets.ts';

/** What the platform gives to every feature's `mount…` function. Handed in, never imported as a singleton. */
export type ServerContext = {
  http: FastifyInstance;
  calls: CallRegistry;
  database: Database;
  clock: Clock;
  log: Log;
  events: EventBus;
  jobs: Jobs;
  mail: Mail;
  secrets: Secrets;
  /** Where the product is reached, without a trailing slash: `PUBLIC_URL`, else the listening address. */
  publicUrl: string;
  /** A directory for what the embedded parts keep. */
  dataDir: string;
};
