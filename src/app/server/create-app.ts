import {
  findExistingUsers,
  forwardAccountEvents,
  mountAccounts,
  type Accounts,
  type AccountsOptions,
  type TokenIssuer,
} from '#features/accounts/server/public.ts';
import { mountAdministration } from '#features/administration/server/public.ts';
import { mountAudit } from '#features/audit/server/public.ts';
import type { IdentityConfig } from '#features/accounts/rules.ts';
import { forwardBlockEvents, mountBlocks } from '#features/blocks/server/public.ts';
import { forwardBookEvents, mountBooks, type Books } from '#features/books/server/public.ts';
import { mountBoosts } from '#features/boosts/server/public.ts';
import { mountConversations } from '#features/conversations/server/public.ts';
import { mountFavorites } from '#features/favorites/server/public.ts';
import { type Live, mountLive } from '#features/live/server/public.ts';
import { mountNotifications, type PushTuning } from '#features/notifications/server/public.ts';
import { mountPayments, type Payments, type PaymentStep } from '#features/payments/server/public.ts';
import { mountPhotos } from '#features/photos/server/public.ts';
import { mountReports } from '#features/reports/server/public.ts';
import { mountSubscriptions } from '#features/subscriptions/server/public.ts';
import { mountSupport } from '#features/support/server/public.ts';
import type { FastifyInstance } from 'fastify';
import type { Database } from '#platform/server/database/database.ts';
import { createLocalEventBus, type EventBus } from '#platform/server/events/event-bus.ts';
import { openRedisEventBus } from '#platform/server/events/redis-event-bus.ts';
import { createHttpServer, type Logger } from '#platform/server/http/create-http-server.ts';
import { EndpointRegistry, type Authenticate } from '#platform/server/http/endpoint-registry.ts';
import { openJobQueue } from '#platform/server/jobs/pg-boss-job-queue.ts';
import { openMailer } from '#platform/server/mail/open-mailer.ts';
import { openSecrets, type Secrets } from '#platform/server/secrets/secrets.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { systemClock, type Clock } from '#platform/shared/clock.ts';
import { getCampusDomains } from './campus-domains.ts';
import type { Config } from './config.ts';
import { createRequestLimit } from './limit-requests.ts';
import { mountOpenApi } from './mount-openapi.ts';
import { mountHealthAndMetrics } from './mount-health-and-metrics.ts';
import { mountPages } from './mount-pages.ts';
import { mountShareImages } from './mount-share-images.ts';
import type { PageSource } from './page-source.ts';
import { registerPersonalData } from './register-personal-data.ts';

export type AppOptions = {
  config: Config;
  /** Open and migrated; closed by whoever opened it. */
  database: Database;
  clock?: Clock;
  /** The page builder has a socket of its own beside ours. */
  developing?: boolean;
  /** Without one only the API is served (tests). */
  pages?: PageSource;
  /** Check every answer against the contract (tests). */
  checkAnswers?: boolean;
  /** Identity providers whose tokens count besides the embedded one's. */
  issuers?: TokenIssuer[];
  /** Which push services are called, and how soon (tests). */
  push?: PushTuning;
  /** Stands in for the network under Stripe's keys (tests). */
  stripeFetch?: typeof fetch;
  /** Stands in for the network between Clerk and us (tests). */
  clerkFetch?: typeof fetch;
  /** Told of each step of a payment event's way (tests). */
  paymentTrace?: (step: PaymentStep) => void;
  /** No limits on requests (benchmarks). */
  unlimited?: boolean;
  /** Cheaper hashes of passwords (tests). */
  hashing?: AccountsOptions['hashing'];
  logStream?: NodeJS.WritableStream;
};

export type App = {
  context: ServerContext;
  accounts: Accounts;
  books: Books;
  payments: Payments;
  live: Live;
  /** Answers the address that is listened on. */
  listen(): Promise<string>;
  /** Ends what is under way, then everything else; writes what is still to be written. */
  close(): Promise<void>;
};

/** Composes the product. Everything a part needs is handed to it here. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, pages } = options;
  const clock = options.clock ?? systemClock;
  const http = await createHttpServer({
    logLevel: config.logLevel,
    trustedProxies: config.trustedProxies,
    overHttps: config.publicUrl?.startsWith('https:') ?? false,
    ...(options.logStream && { logStream: options.logStream }),
    ...(pages?.serverFactory && { serverFactory: pages.serverFactory }),
  });
  if (config.publicUrl !== undefined && config.trustedProxies.length === 0)
    http.log.warn('PUBLIC_URL is set, but not TRUSTED_PROXIES: behind a proxy all limits see one address');
  const limit = options.unlimited ? async () => {} : createRequestLimit(clock);
  const secrets = await openSecrets(database, config.secretKey, clock.now());
  const events = await openEvents(config, secrets, http.log, clock);
  // Set as soon as accounts are mounted, before anything listens.
  let authenticate: Authenticate = () => Promise.resolve(null);
  const jobs = await openJobQueue(database, http.log);
  const context: ServerContext = {
    http,
    database,
    clock,
    events,
    log: http.log,
    jobs,
    mail: await openMailer({
      database,
      jobs,
      clock,
      log: http.log,
      dataDir: config.dataDir,
      smtp: config.smtp,
    }),
    secrets,
    calls: new EndpointRegistry({
      authenticate: (caller) => authenticate(caller),
      checkAnswers: options.checkAnswers ?? false,
      limit,
    }),
    publicUrl: config.publicUrl ?? localUrl(config),
    dataDir: config.dataDir,
  };
  const accounts = await mountAccounts(context, {
    limit,
    adminEmails: config.adminEmails,
    campuses: getCampusDomains(config),
    issuers: options.issuers ?? [],
    ...(options.hashing && { hashing: options.hashing }),
    oidc: config.oidc,
    clerk: config.clerk && { ...config.clerk, ...(options.clerkFetch && { fetch: options.clerkFetch }) },
  });
  authenticate = accounts.authenticate;
  const live = mountLive(context, {
    authenticateToken: accounts.authenticateToken,
    findExistingUsers: (userIds) => findExistingUsers(database, userIds),
    leaveOtherUpgrades: options.developing ?? false,
    unlimited: options.unlimited ?? false,
  });
  forwardAccountEvents(live);
  mountAudit(context);
  await mountPhotos(context);
  const books = await mountBooks(context);
  forwardBookEvents(live);
  const payments = await mountPayments(context, {
    mode: config.payments,
    limit,
    ...(options.stripeFetch && { stripeFetch: options.stripeFetch }),
    ...(options.paymentTrace && { trace: options.paymentTrace }),
  });
  mountBoosts(context, payments);
  const subscriptions = await mountSubscriptions(context, payments);
  await mountFavorites(context);
  mountBlocks(context);
  forwardBlockEvents(live);
  await mountSupport(context, { adminEmails: config.adminEmails });
  const notifications = await mountNotifications(context, {
    live,
    subject: pushSubject(config),
    ...options.push,
  });
  mountConversations(context, { live, ...notifications, unlimited: options.unlimited ?? false });
  mountReports(context);
  mountAdministration(context, { accounts, payments });
  registerPersonalData({ ...context, accounts, payments, subscriptions });
  mountShareImages(context, { campusName: config.campusName, limit });
  mountOpenApi(context);
  mountHealthAndMetrics(context, {
    metricsToken: config.metricsToken,
    behindProxy: config.publicUrl !== undefined,
  });
  if (pages !== undefined) {
    const stripe = config.payments.kind === 'stripe';
    const { adsense } = config;
    await mountPages(context, { builder: pages, stripe, adsense, identity: identityOf(config), limit });
  }

  return {
    context,
    accounts,
    books,
    payments,
    live,
    listen: () => http.listen({ host: config.host, port: config.port }),
    async close() {
      // Whatever fails on the way, the rest is closed too.
      const stages = [
        () => live.close(),
        () => closeHttp(http),
        () => books.close(),
        () => context.jobs.close(),
        () => events.close(),
        async () => pages?.close(),
      ];
      for (const stage of stages) {
        await stage().catch((error: unknown) =>
          http.log.error({ err: error }, 'a part did not stop cleanly'),
        );
      }
    },
  };
}

/** One process has its events for itself; several share those of their installation, which they know by its secret. */
async function openEvents(
  { redisUrl }: Config,
  secrets: Secrets,
  log: Logger,
  clock: Clock,
): Promise<EventBus> {
  if (redisUrl === undefined) return createLocalEventBus(log);
  const channel = `bookswap:${secrets.derive('event channel').slice(0, 16)}`;
  return openRedisEventBus({ url: redisUrl, channel, log, clock });
}

/** Push services want to know whom to turn to. */
function pushSubject({ vapidSubject, adminEmails, publicUrl }: Config): string {
  const [admin] = adminEmails;
  if (vapidSubject !== undefined) return vapidSubject;
  if (admin !== undefined) return `mailto:${admin}`;
  return publicUrl?.startsWith('https:') ? publicUrl : 'mailto:nobody@localhost';
}

/** Milliseconds that requests under way have to end. */
const CLOSE_TIMEOUT_MS = 4_000;

async function closeHttp(http: FastifyInstance): Promise<void> {
  const impatience = setTimeout(() => http.server.closeAllConnections(), CLOSE_TIMEOUT_MS);
  await http.close();
  clearTimeout(impatience);
}

/** What the pages know of who proves who somebody is. */
function identityOf({ clerk, oidc, campusName }: Config): IdentityConfig {
  if (clerk !== null) return { kind: 'clerk', publishableKey: clerk.publishableKey };
  return { kind: 'embedded', campus: oidc && (campusName ?? 'your university') };
}

/** Where a browser on this machine reaches the product. */
function localUrl({ host, port }: Config): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
