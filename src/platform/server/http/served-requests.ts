import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Auth } from '#platform/shared/define-endpoints.ts';

/** A request that has its response. Contains nothing of the user: no URL, no address. */
export type ServedRequest = {
  requestId: string;
  method: string;
  /** The template of the route, as `/api/books/:id`; NO_ROUTE if none matches. */
  route: string;
  status: number;
  durationMs: number;
  isCached: boolean;
};

const headRequests = new WeakSet<IncomingMessage>();

/**
 * Lets the route of GET answer HEAD; Node leaves the body out. Fastify's own routes for HEAD would be a fifth of the
 * heap of a market.
 */
export function routeHeadAsGet(request: IncomingMessage): void {
  if (request.method !== 'HEAD') return;
  headRequests.add(request);
  request.method = 'GET';
}

/** The method that the client has sent. */
export const methodOf = ({ raw }: Pick<FastifyRequest, 'raw'>): string =>
  headRequests.has(raw) ? 'HEAD' : raw.method!;

const NO_ROUTE = '(none)';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route in logs and metrics, where many are alike. */
    routeName?: string;
    /** The endpoint of the request, where many have one route. */
    findEndpoint?: (request: FastifyRequest) => RouteOfRequest;
  }
  interface FastifyInstance {
    servedRequests: ServedRequests;
  }
}

/** `url` is the template. Both are missing if there is no such route. */
export type RouteOfRequest = { url?: string | undefined; auth?: Auth | undefined };

export function routeOf(request: FastifyRequest): RouteOfRequest {
  const { url, config } = request.routeOptions;
  return config.findEndpoint?.(request) ?? { url, auth: config.auth };
}

/** The template of the route, one of a few; never the URL. */
export const toRouteName = (request: FastifyRequest): string =>
  request.routeOptions.config.routeName ?? routeOf(request).url ?? NO_ROUTE;

/** Tells its listeners of every response, whether or not Fastify has sent it. */
export class ServedRequests {
  readonly #listeners: ((served: ServedRequest) => void)[] = [];

  add(listener: (served: ServedRequest) => void): void {
    this.#listeners.push(listener);
  }

  report(served: ServedRequest): void {
    for (const listener of this.#listeners) listener(served);
  }

  /** Reports a request that is refused before it has a route. */
  reportEarly({ method = '' }: IncomingMessage, refused: Pick<ServedRequest, 'requestId' | 'status'>): void {
    this.report({ ...refused, method, route: NO_ROUTE, durationMs: 0, isCached: false });
  }
}
