import { mountAccounts, type Accounts, type AccountsOptions } from '#features/accounts/server/mount.ts';
import { findExistingSignIns } from '#features/accounts/server/users/find-existing-sign-ins.ts';
import type { TokenIssuer } from '#features/accounts/server/tokens/verify-token.ts';
import { mountAdministration } from '#features/administration/server/mount.ts';
import { mountAudit } from '#features/audit/server/mount.ts';
import { mountBlocks } from '#features/blocks/server/mount.ts';
import type { BookHook } from '#features/books/server/public.ts';
import { mountBooks, type Books } from '#features/books/server/mount.ts';
import { mountBoosts } from '#features/boosts/server/mount.ts';
import { mountConversations } from '#features/conversations/server/mount.ts';
import { mountCourses } from '#features/courses/server/mount.ts';
import { listCourseIsbns } from '#features/courses/server/reading-lists.ts';
import { bookWorks } from '#features/editions/server/works/book-works.ts';
import { mountEditions } from '#features/editions/server/mount.ts';
import { mountFavorites } from '#features/favorites/server/mount.ts';
import { type Live, mountLive } from '#features/live/server/mount.ts';
import { mountMeetings } from '#features/meetings/server/mount.ts';
import { meetingsOfEndedReservation as reservationHook } from '#features/meetings/server/change-meeting.ts';
import { mountNotifications, type PushTuning } from '#features/notifications/server/mount.ts';
import { mountPayments } from '#features/payments/server/mount.ts';
import type { Payments } from '#features/payments/server/public.ts';
import type { ProcessingStage } from '#features/payments/server/payments-context.ts';
import { mountProfiles } from '#features/profiles/server/mount.ts';
import { attachProfileImage } from '#features/photos/server/attach-profile-image.ts';
import { mountPhotos, type Photos } from '#features/photos/server/mount.ts';
import { createBookPrices } from '#features/prices/server/book-prices.ts';
import { mountPrices } from '#features/prices/server/mount.ts';
import { mountReports } from '#features/reports/server/mount.ts';
import { mountReviews } from '#features/reviews/server/mount.ts';
import { readRating } from '#features/reviews/server/list-reviews.ts';
import { mountSubscriptions } from '#features/subscriptions/server/mount.ts';
import { mountSupport } from '#features/support/server/mount.ts';
import { createHandoverReader } from '#features/trades/server/handover/read-handover.ts';
import { mountTrades } from '#features/trades/server/mount.ts';
import { createTradeHooks } from '#features/trades/server/trade-hooks.ts';
import { mountWanted } from '#features/wanted/server/mount.ts';
import { lockDemoAccounts } from '#demo/lock-demo-accounts.ts';
import type { FastifyInstance } from 'fastify';
import type { OpenCarrier } from '#platform/server/events/event-carrier.ts';
import type { Database } from '#platform/server/database/database.ts';
import { closeHttp, drainHttp } from '#platform/server/http/close-http.ts';
import { connectionBounds } from '#platform/server/http/bounded-server.ts';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { EndpointRegistry, type Authenticate } from '#platform/server/http/endpoint-registry.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { SharedRateLimiter } from '#platform/server/rate-limits/shared-rate-limiter.ts';
import { systemClock, type Clock } from '#platform/shared/clock.ts';
import type { Config } from './config.ts';
import { createRequestLimit, limitByDefault, type RequestLimit } from './limits/limit-requests.ts';
import {
  getCampusDomains,
  getCampusNames,
  operatorContact,
  pageSettings,
  pushSubject,
} from './derived-settings.ts';
import { createNotificationKinds } from './notification-kinds.ts';
import { onForwardedRequest } from './on-forwarded-request.ts';
import { openContext } from './open-context.ts';
import { mountPages } from './mount-pages.ts';
import { mountPublicRoutes } from './mount-public-routes.ts';
import type { PageSource } from './page-source.ts';
import { stopInOrder } from './process/stop-in-order.ts';
import { openDiskSpace } from './storage/open-disk-space.ts';
import { recordSecurityEvents } from './security-events.ts';
import { registerPersonalData } from './register-personal-data.ts';

export type AppOptions = {
  config: Config;
  /** Open and migrated; its opener closes it. */
  database: Database;
  clock?: Clock;
  /** Whether Vite's socket exists beside ours. */
  developing?: boolean;
  /** The source of the pages; without one only the API is served (tests). */
  pages?: PageSource;
  /** Validates every response against the contract (tests). */
  checkResponses?: boolean;
  issuers?: TokenIssuer[];
  /** The allowed push services and the delay of notifications (tests). */
  push?: PushTuning;
  /** Replaces `fetch` for requests to Stripe (tests). */
  stripeFetch?: typeof fetch;
  /** Replaces `fetch` for requests to Clerk (tests). */
  clerkFetch?: typeof fetch;
  /** Called at each step of a provider event (tests). */
  paymentTrace?: (stage: ProcessingStage) => void;
  /** No limits on requests (benchmarks). */
  unlimited?: boolean;
  /** The free bytes on the database's disk (tests). */
  freeBytes?: () => Promise<number>;
  /** Cheaper password hashes (tests). */
  hashing?: AccountsOptions['hashing'];
  /** Replaces the carrier of events between processes (tests). */
  carrier?: OpenCarrier;
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
  const { config, pages } = options;
  const clock = options.clock ?? systemClock;
  const http = await openHttp(options);
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
    diskSpace,
    locale: () => context.localeOf(),
  });
  const context = await openContext(options, { http, clock, limits, endpoints, diskSpace });
  recordSecurityEvents(context);
  // A published password must not open a server that others reach through a proxy.
  if (config.demo.knownPasswords)
    onForwardedRequest(http, () => lockDemoAccounts(context, (text) => http.log.warn(text)));
  const accounts = await mountAccounts(context, {
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
  authenticate = accounts.authenticate;
  const { live, books, photos, payments } = await mountFeatures(context, options, { accounts, limit });
  mountPublicRoutes(context, config);
  if (pages !== undefined) {
    await mountPages(context, { builder: pages, limit, ...pageSettings(config, context.publicUrl) });
  }
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
    close: () => closeApp(context, { live, books, pages }),
  };
}

async function openHttp({ config, pages, logStream }: AppOptions): Promise<FastifyInstance> {
  const { logLevel, trustedProxies, publicUrl, tracing } = config;
  const http = await createHttpServer({
    logLevel,
    trustedProxies,
    hostNames: [config.host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])],
    languages: config.market.languages,
    localeOf: createLocaleOf(config.market),
    bounds: connectionBounds(config.maxSockets),
    strictTransport: publicUrl?.startsWith('https:') ? { subdomains: config.hstsSubdomains } : null,
    ...(logStream && { logStream }),
    ...(pages?.serverFactory && { serverFactory: pages.serverFactory }),
  });
  if (tracing !== null) {
    const { startTracing } = await import('#platform/server/tracing/start-tracing.ts');
    startTracing(http, { ...tracing, trustedProxies });
  }
  if (publicUrl !== undefined && trustedProxies.length === 0)
    http.log.warn('PUBLIC_URL is set, but not TRUSTED_PROXIES: behind a proxy all limits see one address');
  return http;
}

async function mountFeatures(
  context: ServerContext,
  options: AppOptions,
  { accounts, limit }: { accounts: Accounts; limit: RequestLimit },
) {
  const { config } = options;
  const unlimited = options.unlimited ?? false;
  const live = mountLive(context, {
    authenticateToken: accounts.authenticateToken,
    findExistingSignIns: (...ids) => findExistingSignIns(context.database, ...ids),
    leaveOtherUpgrades: options.developing ?? false,
    maxSockets: config.maxSockets,
    unlimited,
  });
  accounts.registerLive(live);
  mountAudit(context);
  const photos = await mountPhotos(context);
  const subject = pushSubject(config);
  const kinds = createNotificationKinds({ timeZone: config.market.timeZone });
  await mountNotifications(context, { live, kinds, subject, ...options.push });
  const { bookHook, adminBookHook, blockHook } = createTradeHooks({ ...context, reservationHook });
  const prices = createBookPrices(context);
  const books = await mountBooks(context, {
    live,
    prices,
    works: bookWorks,
    listingDays: config.listingDays,
    courseIsbns: listCourseIsbns,
    bookHook,
    campusName: config.campusName,
    limit,
  });
  await mountEditions(context, { ...config.isbnLookup, contact: operatorContact(config) });
  mountCourses(context);
  const payments = await mountPayments(context, {
    mode: config.payments,
    limit,
    ...(options.stripeFetch && { stripeFetch: options.stripeFetch }),
    ...(options.paymentTrace && { trace: options.paymentTrace }),
  });
  await mountBoosts(context, payments);
  const subscriptions = await mountSubscriptions(context, payments);
  await mountPrices(context, { live });
  mountFavorites(context, { prices });
  mountBlocks(context, live, blockHook);
  await mountWanted(context, { live, timeZone: config.market.timeZone, prices });
  await mountSupport(context, { adminEmails: config.adminEmails });
  const readHandover = createHandoverReader(context);
  await mountConversations(context, { live, readHandover, unlimited });
  await mountTradeFeatures(context, { config, bookHook, unlimited });
  mountReports(context);
  const administration = { accounts, payments, prices, bookHook: adminBookHook };
  mountAdministration(context, { ...administration, listingDays: config.listingDays });
  registerPersonalData({ ...context, accounts, payments, subscriptions });
  return { live, books, photos, payments };
}

async function mountTradeFeatures(
  context: ServerContext,
  { config, unlimited, bookHook }: { config: Config; unlimited: boolean; bookHook: BookHook },
): Promise<void> {
  const { listingDays, semesterEnds } = config;
  const { timeZone } = config.market;
  const options = { bookHook, reservationHook, listingDays, semesterEnds, timeZone, unlimited };
  await mountTrades(context, options);
  await mountReviews(context);
  await mountProfiles(context, { readRating });
  await mountMeetings(context, { timeZone, unlimited });
}

/** Each is closed after what needs it. */
function closeApp(
  { http, storage, jobs, events, limits, log }: ServerContext,
  { live, books, pages }: { live: Live; books: Books; pages: PageSource | undefined },
): Promise<void> {
  const startedAt = performance.now();
  const leftForJobs = () => JOBS_LIMIT_MS - (performance.now() - startedAt);
  const components = [
    { name: 'requests and sockets', stop: () => closeConnections(http, live) },
    { name: 'the counted views', stop: () => books.close() },
    { name: 'photos', stop: () => storage.close() },
    { name: 'jobs', stop: () => jobs.close(leftForJobs()) },
    { name: 'events', stop: () => events.close() },
    { name: 'limits', stop: async () => limits.close() },
    { name: 'pages', stop: async () => pages?.close() },
  ];
  return stopInOrder(components, { log, limitMs: CLOSE_LIMIT_MS });
}

/** Sockets reconnect elsewhere, so the listening socket is closed before them. */
async function closeConnections(http: FastifyInstance, live: Live): Promise<void> {
  await Promise.all([closeHttp(http, REQUESTS_LIMIT_MS), live.close()]);
}
