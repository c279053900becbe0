import { createServer, type RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { connectionBounds } from '#platform/server/http/bounded-server.ts';
import {
  type Admit,
  createHttpServer,
  type SendUnknownHost,
} from '#platform/server/http/create-http-server.ts';
import { marketAlone, type MarketIdentity } from '#platform/server/market-services.ts';
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import type { Config } from '../config.ts';
import type { PageSource } from '../page-source.ts';
import type { ProcessServices } from '../process/process-services.ts';

/** What the edge does for an app that it passes requests to. */
export type Hosting = {
  hostNames: readonly string[];
  admit?: Admit;
  sendUnknownHost?: SendUnknownHost;
  /** Whether the process has no other market: log lines and traces then name none. */
  isAlone?: () => boolean;
};

/** The edge emits its events. */
const neverListens = (handler: (request: never, response: never) => void) =>
  createServer(handler as RequestListener);

type Options = {
  config: Config;
  pages?: PageSource;
  logStream?: NodeJS.WritableStream;
  hosting?: Hosting;
  market?: MarketIdentity;
};

/** The server of an app, which logs for it. */
export async function openHttp(
  { config, pages, logStream, hosting, market = marketAlone }: Options,
  { metrics, trace }: Pick<ProcessServices, 'metrics' | 'trace'>,
): Promise<FastifyInstance> {
  const { logLevel, trustedProxies, publicUrl, tracing } = config;
  const isNamed = () => metrics.hasSeveralMarkets || hosting?.isAlone?.() === false;
  const serverFactory = hosting ? neverListens : pages?.serverFactory;
  const http = await createHttpServer({
    logLevel,
    trustedProxies,
    hostNames: hosting?.hostNames ?? ownHostNames(config),
    admit: hosting?.admit,
    sendUnknownHost: hosting?.sendUnknownHost,
    languages: config.market.languages,
    localeOf: createLocaleOf(config.market),
    bounds: connectionBounds(config.maxSockets),
    strictTransport: publicUrl?.startsWith('https:') ? { subdomains: config.hstsSubdomains } : null,
    logFields: (): Record<string, string> => (isNamed() ? { market: market.name } : {}),
    ...(logStream && { logStream }),
    ...(serverFactory && { serverFactory }),
  });
  const marketName = () => (isNamed() ? market.name : null);
  await trace(http, tracing, { trustedProxies, marketName });
  // The address of another market is not written by the operator.
  if (publicUrl !== undefined && trustedProxies.length === 0 && market.number === marketAlone.number)
    http.log.warn('PUBLIC_URL is set, but not TRUSTED_PROXIES: behind a proxy all limits see one address');
  return http;
}

/** The names by which an installation alone is asked, besides those of the machine. */
export const ownHostNames = ({ host, publicUrl }: Config): string[] => [
  ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname]),
  host,
];
