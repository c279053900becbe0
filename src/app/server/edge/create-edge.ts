import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { CampusSettings } from '#features/campus/contract.ts';
import { connectionBounds, createBoundedServer } from '#platform/server/http/bounded-server.ts';
import { drainHttp } from '#platform/server/http/close-http.ts';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import {
  createHostCheck,
  hasTwoHosts,
  type HostCheck,
  isMonitoring,
} from '#platform/server/http/request-host.ts';
import {
  type MarketDirectory,
  type MarketEntry,
  toHostName,
} from '#platform/server/markets/market-directory.ts';
import { refuseUpgrade } from '#platform/server/socket/upgrade-request.ts';
import { type Clock, systemClock } from '#platform/shared/clock.ts';
import { LANGUAGES } from '#platform/shared/texts/languages.ts';
import type { Config } from '../config.ts';
import { type Hosting, ownHostNames } from '../http/open-http.ts';
import { monitoringOptions, mountHealthAndMetrics } from '../mount-health-and-metrics.ts';
import type { Operator } from '../operator/create-operator.ts';
import type { PageSource } from '../page-source.ts';
import type { ProcessServices } from '../process/process-services.ts';
import { type AddressLimits, createAddressLimits } from './address-limits.ts';
import { createAdmission } from './admit-requests.ts';
import { createReadinessCheck } from './check-readiness.ts';
import { createBusyCheck } from './event-loop-load.ts';
import { createFindMarket, type FindMarket } from './find-market.ts';
import { type Variables, readMarketConfig } from './market-config.ts';
import { type OpenMarket, Markets } from './markets.ts';
import { MarketUnavailableError } from './market-unavailable-error.ts';
import { openMarket, type OpenMarketOptions } from './open-market.ts';
import { registerEdgeMetrics } from './register-edge-metrics.ts';
import { RequestSlots, type SlotLimits } from './request-slots.ts';
import { createNotices, type Notices } from './send-notices.ts';

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

/** A connection that has sent no request yet may be about to; what takes longer than the limit is cut. */
const QUIET_MS = 100;
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

type Dispatching = {
  find: FindMarket;
  notices: Notices;
  files: ProcessServices['files'];
  limitAddress: AddressLimits;
  /** A market alone is found for every host, and refuses foreign ones itself. */
  checkHostAlone: HostCheck;
  markets: () => Markets;
  operator: EdgeOptions['operator'];
};

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

/** `own`: what the server of the edge does with a request. */
const createDispatcher =
  (dispatching: Dispatching, own: RequestListener, http: () => FastifyInstance): RequestListener =>
  (request, response) => {
    if (isMonitoring(request)) return own(request, response);
    const { find, notices, markets, limitAddress } = dispatching;
    if (isForOperators(request, dispatching))
      return void dispatching.operator!.server.emit('request', request, response);
    const entry = find(request);
    if (typeof entry === 'string') return own(request, response);
    if (sendFile(request, response, dispatching)) return http().openRequests.add(request, response);
    const waitSeconds = find.isAlone() ? 0 : limitAddress(request);
    if (waitSeconds > 0) return void notices.tooMany(request, response, waitSeconds);
    if (entry.state !== 'active') return void notices.closed(request, response, entry);
    const market = markets().find(entry.number);
    if (market !== undefined) return void market.server.emit('request', request, response);
    void serveWhenOpen(entry, request, response, { notices, markets: markets() });
  };

const isForOperators = (request: IncomingMessage, { operator }: Pick<Dispatching, 'operator'>): boolean =>
  operator !== undefined &&
  toHostName(request.headers.host ?? '') === operator.host &&
  !hasTwoHosts(request.rawHeaders);

/** The built files are the same for all markets. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { files, find, checkHostAlone }: Dispatching,
): boolean {
  if (files === null || (find.isAlone() && checkHostAlone(request) !== null)) return false;
  return files.respond(request, response);
}

async function serveWhenOpen(
  entry: MarketEntry,
  request: IncomingMessage,
  response: ServerResponse,
  { notices, markets }: { notices: Notices; markets: Markets },
): Promise<void> {
  let market: OpenMarket;
  try {
    market = await markets.get(entry.number);
  } catch (error) {
    const retryAfter = error instanceof MarketUnavailableError ? error.retryAfter : 1;
    return notices.unavailable(request, response, { entry, retryAfter });
  }
  market.server.emit('request', request, response);
}

const refusals = { 'ambiguous-host': 400, 'unknown-host': 421 } as const;

const createUpgradeDispatcher =
  ({ find, markets, limitAddress, operator }: Dispatching) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    if (isForOperators(request, { operator })) return refuseUpgrade(socket, 404);
    const entry = find(request);
    if (typeof entry === 'string') return refuseUpgrade(socket, refusals[entry]);
    if (!find.isAlone() && limitAddress(request) > 0) return refuseUpgrade(socket, 429);
    if (entry.state !== 'active') return refuseUpgrade(socket, entry.state === 'deleting' ? 410 : 503);
    const market = markets().find(entry.number);
    if (market !== undefined) return void market.server.emit('upgrade', request, socket, head);
    // Without a listener an error would end the process.
    const ignore = () => {};
    socket.on('error', ignore);
    markets()
      .get(entry.number)
      .then(
        ({ server }) => {
          socket.off('error', ignore);
          return server.emit('upgrade', request, socket, head);
        },
        () => refuseUpgrade(socket, 503),
      );
  };
