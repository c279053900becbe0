import { mountAccounts, type Accounts, type AccountsOptions } from '#features/accounts/server/mount.ts';
import type { TokenIssuer } from '#features/accounts/server/tokens/verify-token.ts';
import type { Books } from '#features/books/server/mount.ts';
import type { Live } from '#features/live/server/mount.ts';
import type { Neighbors } from '#features/neighbors/server/mount.ts';
import type { Payments } from '#features/payments/server/public.ts';
import { attachProfileImage } from '#features/photos/server/attach-profile-image.ts';
import type { Photos } from '#features/photos/server/mount.ts';
import { lockDemoAccounts } from '#demo/lock-demo-accounts.ts';
import type { FastifyInstance } from 'fastify';
import type { OpenCarrier } from '#platform/server/events/event-carrier.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { OpenJobs } from '#platform/server/jobs/job-queue.ts';
import { closeHttp, drainHttp } from '#platform/server/http/close-http.ts';
import { EndpointRegistry, type Authenticate } from '#platform/server/http/endpoint-registry.ts';
import { marketAlone, type MarketIdentity, type MarketServices } from '#platform/server/market-services.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { systemClock, type Clock } from '#platform/shared/clock.ts';
import { createRequestLimit, limitByDefault, type RequestLimit } from './limits/limit-requests.ts';
import { getCampusDomains, getCampusNames } from './derived-settings.ts';
import { onForwardedRequest } from './on-forwarded-request.ts';
import { type FeatureOptions, mountFeatures } from './mount-features.ts';
import { openContext } from './open-context.ts';
import { type Hosting, openHttp, ownHostNames } from './http/open-http.ts';
import { mountMonitoring } from './mount-health-and-metrics.ts';
import { type DocumentOptions, mountDocuments } from './documents/mount-documents.ts';
import type { PageSource } from './page-source.ts';
import { createProcessServices, type ProcessServices } from './process/process-services.ts';
import { stopInOrder } from './process/stop-in-order.ts';
import { openDiskSpace } from './storage/open-disk-space.ts';
import { recordSecurityEvents } from './security-events.ts';

export type AppOptions = FeatureOptions &
  DocumentOptions & {
    /** Open and migrated; its opener closes it. */
    database: Database;
    /** What the process has once. Without it the app makes its own, and closes it at the end. */
    services?: ProcessServices;
    /** Which market of the process it is; that of an installation alone without it. */
    market?: MarketIdentity;
    /** The edge listens for the app, and answers monitoring. Without it the app does so itself (tests). */
    hosting?: Hosting;
    clock?: Clock;
    /** Validates every response against the contract (tests). */
    checkResponses?: boolean;
    issuers?: TokenIssuer[];
    /** Replaces `fetch` for requests to Clerk (tests). */
    clerkFetch?: typeof fetch;
    /** The free bytes on the database's disk (tests). */
    freeBytes?: () => Promise<number>;
    /** Cheaper password hashes (tests). */
    hashing?: AccountsOptions['hashing'];
    /** Replaces the carrier of events between processes: one for all markets of a cell; null: no other process has the market. */
    carrier?: OpenCarrier | null;
    /** Replaces the job queue of the database: one for all markets of a cell. */
    openJobs?: OpenJobs;
    logStream?: NodeJS.WritableStream;
  };

export type App = {
  context: ServerContext;
  accounts: Accounts;
  books: Books;
  photos: Photos;
  payments: Payments;
  live: Live;
  /** Listens on the configured address, or on a socket that is open already. Returns the address. */
  listen(socket?: number | null): Promise<string>;
  /** Prepares to stop: /readyz/process says so, connections end with their next response, and no job begins. */
  drain(): void;
  /** Finishes open requests and jobs, sends sockets elsewhere, and writes what is pending. */
  close(): Promise<void>;
};

/** The times since the stop began: until requests and sockets are cut, until jobs are abandoned, and for everything. */
const REQUESTS_LIMIT_MS = 7_000;
const JOBS_LIMIT_MS = 8_000;
const CLOSE_LIMIT_MS = 9_500;

export async function createApp(options: AppOptions): Promise<App> {
  const shared = options.services ?? createProcessServices();
  const services = shared.openMarket(options.market ?? marketAlone);
  const close = async () => {
    await services.close();
    if (options.services === undefined) await shared.close();
  };
  let opened: ServerContext | undefined;
  try {
    return await composeApp(options, { shared, services, close, onOpened: (context) => (opened = context) });
  } catch (error) {
    await opened?.http.close();
    await opened?.jobs.close(0);
    await opened?.events.close();
    await close();
    throw error;
  }
}

type SharedServices = {
  shared: ProcessServices;
  services: MarketServices;
  /** Gives the market's part back, and ends the services that no other app has. */
  close: () => Promise<void>;
};

type Composition = SharedServices & {
  /** The context is open, and is closed if the rest fails. */
  onOpened: (context: ServerContext) => void;
};

async function composeApp(
  options: AppOptions,
  { shared, services, close, onOpened }: Composition,
): Promise<App> {
  const { config, pages } = options;
  const clock = options.clock ?? systemClock;
  const http = await openHttp(options, shared);
  const limits = new SharedRateLimiter(clock);
  const diskSpace = openDiskSpace(options, http.log);
  const limit: RequestLimit = options.unlimited ? async () => {} : createRequestLimit(limits);
  if (!options.unlimited) limitByDefault(http, limits);
  // Set when accounts are mounted, before the server listens.
  let authenticate: Authenticate = () => Promise.resolve(null);
  const endpoints = new EndpointRegistry({
    http,
    authenticate: (caller) => authenticate(caller),
    clock,
    checkResponses: options.checkResponses ?? false,
    limit,
    shouldTakeTurns: !options.unlimited,
    turns: { connections: () => options.database.pool.options.max, ofMarket: services.turn },
    diskSpace,
    locale: () => context.localeOf(),
    trees: shared.endpointTrees,
  });
  const context = await openContext(options, { http, clock, limits, endpoints, diskSpace, services });
  onOpened(context);
  recordSecurityEvents(context);
  // A published password must not open a server that others reach through a proxy.
  if (config.demo.knownPasswords)
    onForwardedRequest(http, () => lockDemoAccounts(context, (text) => http.log.warn(text)));
  const accounts = await openAccounts(context, options, limit);
  authenticate = accounts.authenticate;
  const { live, books, photos, payments, neighbors } = await mountFeatures(context, options, {
    accounts,
    limit,
    hostNames: options.hosting?.hostNames ?? ownHostNames(config),
  });
  await mountDocuments(context, options, {
    limit,
    servesFiles: shared.files === null,
    hasNeighbors: options.neighbors !== undefined,
  });
  if (options.hosting === undefined) mountMonitoring(context, config);
  return {
    context,
    accounts,
    books,
    photos,
    payments,
    live,
    listen: (socket = null) =>
      http.listen({ host: config.host, port: config.port, ...(socket !== null && { fd: socket }) }),
    drain: () => {
      drainHttp(http);
      context.jobs.drain();
    },
    close: () => closeApp(context, { live, books, neighbors, pages, close }),
  };
}

function openAccounts(context: ServerContext, options: AppOptions, limit: RequestLimit): Promise<Accounts> {
  const { config } = options;
  return mountAccounts(context, {
    limit,
    attachProfileImage,
    adminEmails: config.adminEmails,
    campuses: getCampusDomains(config),
    campusNames: getCampusNames(config),
    issuers: options.issuers ?? [],
    ...(options.hashing && { hashing: options.hashing }),
    oidc: config.oidc,
    clerk: config.clerk && { ...config.clerk, ...(options.clerkFetch && { fetch: options.clerkFetch }) },
  });
}

/** Each is closed after what needs it. */
function closeApp(
  { http, storage, jobs, events, limits, log }: ServerContext,
  {
    live,
    books,
    neighbors,
    pages,
    close,
  }: Pick<SharedServices, 'close'> & {
    live: Live;
    books: Books;
    neighbors: Neighbors;
    pages: PageSource | undefined;
  },
): Promise<void> {
  const startedAt = performance.now();
  const leftForJobs = () => JOBS_LIMIT_MS - (performance.now() - startedAt);
  const components = [
    { name: 'requests and sockets', stop: () => closeConnections(http, live) },
    { name: 'the counted views', stop: () => books.close() },
    { name: 'what neighbors get', stop: async () => neighbors.close() },
    { name: 'photos', stop: () => storage.close() },
    { name: 'jobs', stop: () => jobs.close(leftForJobs()) },
    { name: 'events', stop: () => events.close() },
    { name: 'limits', stop: async () => limits.close() },
    { name: 'pages', stop: async () => pages?.close() },
    { name: 'the services of the process', stop: close },
  ];
  return stopInOrder(components, { log, limitMs: CLOSE_LIMIT_MS });
}

/** Sockets reconnect elsewhere, so the listening socket is closed before them. */
async function closeConnections(http: FastifyInstance, live: Live): Promise<void> {
  await Promise.all([closeHttp(http, REQUESTS_LIMIT_MS), live.close()]);
}
