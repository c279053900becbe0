import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Database, type DatabaseLog, openDatabase } from '#platform/server/database/database.ts';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import { hasTwoHosts } from '#platform/server/http/request-host.ts';
import { MailTransports } from '#platform/server/mail/mail-transports.ts';
import { openDelivery } from '#platform/server/mail/open-mailer.ts';
import { DIRECTORY_ROLE } from '#platform/server/markets/control/open-control-directory.ts';
import { databasePassword } from '#platform/server/markets/market-keys.ts';
import { withParts } from '#platform/server/markets/market-urls.ts';
import { newId } from '#platform/server/new-id.ts';
import { RateLimiter } from '#platform/server/rate-limits/rate-limiter.ts';
import { toPublicUrl } from '../edge/market-config.ts';
import { LINK_MINUTES, toLink } from './operator-database.ts';
import type { OperatorContext } from './operator-context.ts';
import { createUsageReader, type UsageReader } from './read-usage.ts';
import { mountOperatorPages } from './mount-operator-pages.ts';

export type OperatorOptions = Pick<OperatorContext, 'config' | 'directory' | 'clock' | 'runCommand'> & {
  host: string;
  databaseLog: DatabaseLog;
  /** Looks for a directory that has come. */
  look: () => Promise<unknown>;
  logStream?: NodeJS.WritableStream;
};

/** The page of the operators, which the edge passes the requests for its host to. */
export type Operator = {
  readonly host: string;
  /** It never listens. */
  readonly server: Server;
  /** There is a directory: `root` is the secret of the installation. */
  connect(root: string, controlUrl: string): Promise<void>;
  close(): Promise<void>;
};

const neverListens = (handler: (request: never, response: never) => void) =>
  createServer(handler as RequestListener);

export async function createOperator(options: OperatorOptions): Promise<Operator> {
  const { config, directory, clock, host, databaseLog, look, runCommand } = options;
  const http = await openHttp(options);
  const transports = new MailTransports().openMarket();
  let connected: { database: Database; usage: UsageReader } | null = null;
  const origin = toPublicUrl(host, config);
  mountOperatorPages(http, {
    config,
    directory,
    clock,
    runCommand,
    origin,
    limits: new RateLimiter(clock),
    sendLink: await openSendLink({ config, clock, origin, transports, log: http.log }),
    connection: async () => {
      if (connected === null) await look();
      return connected && { control: connected.database.pool, usage: connected.usage };
    },
  });
  await http.ready();
  return {
    host,
    server: http.server,
    connect: async (root, controlUrl) => {
      const password = databasePassword(root, DIRECTORY_ROLE);
      const url = withParts(controlUrl, { role: DIRECTORY_ROLE, password });
      await connected?.database.close();
      const database = await openDatabase({ url, dataDir: '', log: databaseLog });
      connected = { database, usage: createUsageReader({ root, clock }) };
    },
    close: async () => {
      await http.close();
      transports.close();
      await connected?.database.close();
    },
  };
}

const openHttp = ({ config, logStream }: OperatorOptions): Promise<FastifyInstance> =>
  createHttpServer({
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    strictTransport: config.publicUrl?.startsWith('https:') ? { subdomains: config.hstsSubdomains } : null,
    checkHost: ({ rawHeaders }) => (hasTwoHosts(rawHeaders) ? 'ambiguous-host' : null),
    serverFactory: neverListens,
    ...(logStream && { logStream }),
  });

type Sending = Pick<OperatorContext, 'config' | 'clock' | 'origin'> &
  Pick<Parameters<typeof openDelivery>[0], 'transports' | 'log'>;

async function openSendLink({ config, clock, origin, transports, log }: Sending) {
  const outbox = join(config.dataDir, 'mail-outbox');
  const deliver = await openDelivery({ smtp: config.smtp, outbox, log, transports, onBack: async () => {} });
  return async (to: string, token: string): Promise<void> => {
    const text = `Sign in to the operators’ page:\n\n${toLink(origin, token)}\n\nThe link works once, for ${LINK_MINUTES} minutes. If you did not ask for it, ignore this email.`;
    await deliver({
      id: newId(clock.now()),
      message: { to, subject: 'Your link to the operators’ page', text },
    });
  };
}
