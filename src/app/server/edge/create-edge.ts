import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { CampusSettings } from '#features/campus/contract.ts';
import { connectionBounds, createBoundedServer } from '#platform/server/http/bounded-server.ts';
import { drainHttp, QUIET_MS } from '#platform/server/http/close-http.ts';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import { createHostCheck, hasTwoHosts, isMonitoring } from '#platform/server/http/request-host.ts';
import type { MarketDirectory, MarketEntry } from '#platform/server/markets/market-directory.ts';
import { type Clock, systemClock } from '#platform/shared/clock.ts';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import type { Config } from '../config.ts';
import { type Hosting, ownHostNames } from '../http/open-http.ts';
import { monitoringOptions, mountHealthAndMetrics } from '../mount-health-and-metrics.ts';
import type { Operator } from '../operator/create-operator.ts';
import type { PageSource } from '../page-source.ts';
import type { ProcessServices } from '../process/process-services.ts';
import { createAddressLimits } from './address-limits.ts';
import { createAdmission } from './admission/admit-requests.ts';
import { createReadinessCheck } from './check-readiness.ts';
import { createDispatcher, createUpgradeDispatcher, type Dispatching } from './dispatch-requests.ts';
import { createBusyCheck } from './admission/event-loop-load.ts';
import { createFindMarket } from './find-market.ts';
import { type Variables, readMarketConfig } from './market-config.ts';
import { Markets } from './markets.ts';
import { openMarket, type OpenMarketOptions } from './open-market.ts';
import { registerEdgeMetrics } from './register-edge-metrics.ts';
import { RequestSlots, type SlotLimits } from './admission/request-slots.ts';
import { createNotices } from './send-notices.ts';

export type EdgeOptions = Omit<OpenMarketOptions, 'configOf' | 'hostingOf' | 'reopen' | 'app'> & {
  /** Of the installation. Markets share what is not theirs alone. */
  config: Config;
  /** The environment that `config` was read from. */
  variables: Variables;
  directory: MarketDirectory;
  services: ProcessServices;
  pages?: PageSource | undefined;
  clock?: Clock;
  logStream?: NodeJS.WritableStream;
  /** Further options of the apps, the same for all. */
  app?: OpenMarketOptions['app'];
  /** Whether a market is never closed. */
  isPinned?: (number: number) => boolean;
  /** A market may have come that the directory does not know yet. */
  onUnknownHost?: (host: string) => void;
  /** The page on the deployment's own host, which no market has. Its opener closes it. */
  operator?: Pick<Operator, 'host' | 'server'> | undefined;
  /** Other limits of requests (tests). */
  slots?: Partial<SlotLimits>;
};

export type Edge = {
  readonly http: FastifyInstance;
  readonly markets: Markets;
  /** Listens on the configured address, or on a socket that is open already. Returns the address. */
  listen(socket?: number | null): Promise<string>;
  /** Prepares to stop: /readyz/process says so, connections end with their next response, and no job begins. */
  drain(): void;
  /** Finishes open requests and jobs, sends sockets elsewhere, and closes every market. */
  close(): Promise<void>;
};

/** Requests that take longer are cut. */
const REQUESTS_LIMIT_MS = 7_000;

const slotLimits: SlotLimits = { runningOfMarket: 64, runningOfGreedy: 6, waiting: 256 };

/** The one listening server of a process: it finds the market of each request, and passes the request on. */
export async function createEdge(options: EdgeOptions): Promise<Edge> {
  const { config, directory, services, pages, clock = systemClock } = options;
  const find = createFindMarket(directory, options.onUnknownHost ?? (() => {}));
  const slots = new RequestSlots({ ...slotLimits, ...options.slots }, createBusyCheck());
  const { configOf, lastConfigOf } = createConfigReader(options);
  const reopen = ({ number }: MarketEntry) => markets.reopenLater(number);
  const strictTransport = hstsOf(config);
  const notices = createNotices({ ...config, pages, strictTransport, configOf: lastConfigOf });
  const hostingOf = createHosting({ slots, notices, find });
  const dispatching: Dispatching = {
    find,
    notices,
    files: services.files,
    limitAddress: options.app?.unlimited ? () => 0 : createAddressLimits({ ...config, clock }),
    checkHostAlone: createHostCheck(ownHostNames(config)),
    markets: () => markets,
    operator: options.operator,
  };
  const http = await openHttp(options, dispatching);
  const app = { ...options.app, services, clock, ...(pages && { pages }) };
  const markets: Markets = new Markets({
    directory,
    clock,
    log: http.log,
    maxOpen: config.maxOpenMarkets,
    isPinned: options.isPinned ?? (() => false),
    open: (entry) => openMarket(entry, { ...options, configOf, hostingOf, reopen, app }),
  });
  const checkReadiness = createReadinessCheck({ config, directory, markets });
  mountHealthAndMetrics(
    { http, clock, metrics: services.metrics },
    { ...monitoringOptions(config), checkReadiness },
  );
  registerEdgeMetrics(services.metrics.open(null), { http, directory, markets, slots });
  return {
    http,
    markets,
    listen: (socket = null) =>
      http.listen({ host: config.host, port: config.port, ...(socket !== null && { fd: socket }) }),
    drain: () => {
      drainHttp(http);
      markets.drain();
    },
    close: async () => {
      // Sockets reconnect elsewhere, so the listening socket is closed with them.
      const closed = http.close();
      await Promise.all([markets.close(), http.openRequests.settled(QUIET_MS, REQUESTS_LIMIT_MS)]);
      http.server.closeAllConnections();
      await closed;
      find.close();
    },
  };
}

/** `lastConfigOf`: with what the administrators had chosen at the last opening in this process. */
function createConfigReader({ config, variables }: Pick<EdgeOptions, 'config' | 'variables'>) {
  const campuses = new Map<number, CampusSettings | null>();
  const configOf: OpenMarketOptions['configOf'] = (entry, campus) => {
    const read = readMarketConfig(entry, variables, config, campus);
    if (campus !== undefined) campuses.set(entry.number, campus);
    return read;
  };
  const lastConfigOf = (entry: MarketEntry) => configOf(entry, campuses.get(entry.number));
  return { configOf, lastConfigOf };
}

const createHosting =
  ({ slots, notices, find }: Pick<Dispatching, 'notices' | 'find'> & { slots: RequestSlots }) =>
  (entry: MarketEntry): Hosting => ({
    hostNames: entry.hosts,
    sendUnknownHost: notices.unknownHost,
    isAlone: find.isAlone,
    admit: createAdmission(entry.number, {
      slots,
      isAlone: find.isAlone,
      refuse: (request, response) => void notices.unavailable(request, response, { entry, retryAfter: 1 }),
    }),
  });

const hstsOf = ({ publicUrl, hstsSubdomains }: Config) =>
  publicUrl?.startsWith('https:') ? { subdomains: hstsSubdomains } : null;

/** Answers monitoring, and refuses what is for no market. */
async function openHttp(
  { config, pages, logStream }: EdgeOptions,
  dispatching: Dispatching,
): Promise<FastifyInstance> {
  const { logLevel, trustedProxies } = config;
  const bounds = { trustedProxies, ...connectionBounds(config.maxSockets) };
  const http: FastifyInstance = await createHttpServer({
    logLevel,
    trustedProxies,
    languages: LANGUAGES,
    strictTransport: hstsOf(config),
    ...(logStream && { logStream }),
    sendUnknownHost: dispatching.notices.unknownHost,
    checkHost: (request) => {
      if (hasTwoHosts(request.rawHeaders)) return 'ambiguous-host';
      if (isMonitoring(request)) return null;
      const found = dispatching.find(request);
      if (typeof found === 'string') return found;
      return dispatching.find.isAlone() ? dispatching.checkHostAlone(request) : null;
    },
    serverFactory: (own) => {
      const listener = createDispatcher(dispatching, own as RequestListener, () => http);
      return pages?.serverFactory?.(listener) ?? createBoundedServer(listener, bounds);
    },
  });
  http.server.on('upgrade', createUpgradeDispatcher(dispatching));
  return http;
}
