import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint, EndpointKey } from '#platform/shared/define-endpoints.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import {
  COMMON_PREFIX,
  type EndpointRoutes,
  EndpointTrees,
  type FoundEndpoint,
  isCommonPath,
} from './endpoint-routes.ts';
import type { RouteOfRequest } from '../served-requests.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The result of the search for an endpoint; null before it. */
    foundEndpoint: { value: FoundEndpoint | 'too-long' | null } | null;
  }
}

type MethodRoutesOptions = {
  http: FastifyInstance;
  /** Shared by the markets of a process; by default an own one. */
  trees?: EndpointTrees | undefined;
  /** Responds to a request for the endpoint. */
  call: (key: EndpointKey, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;
};

/** The Fastify routes of endpoints: one for each method, and one for each endpoint with its own body limit or a path that the tree cannot hold. */
export class MethodRoutes {
  readonly #options: MethodRoutesOptions;
  readonly #trees: EndpointTrees;
  readonly #endpoints = new Map<EndpointKey, Endpoint>();
  readonly #methods = new Set<string>();
  #routes: EndpointRoutes | null = null;

  constructor(options: MethodRoutesOptions) {
    this.#options = options;
    this.#trees = options.trees ?? new EndpointTrees();
  }

  add(key: EndpointKey, endpoint: Endpoint): void {
    const space = key.indexOf(' ');
    const [method, url] = [key.slice(0, space), key.slice(space + 1)];
    if (endpoint.maxBodyBytes === undefined && isCommonPath(url)) this.#addCommon(method, key, endpoint);
    else this.#addAlone(key, { method, url, endpoint });
  }

  #addAlone(
    key: EndpointKey,
    { method, url, endpoint }: { method: string; url: string; endpoint: Endpoint },
  ): void {
    this.#options.http.route({
      method,
      url,
      config: { auth: endpoint.auth, limit: 'handler-enforced' },
      ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
      handler: (request, reply) => this.#options.call(key, request, reply),
    });
  }

  #addCommon(method: string, key: EndpointKey, endpoint: Endpoint): void {
    this.#endpoints.set(key, endpoint);
    this.#routes = null;
    if (this.#methods.has(method)) return;
    this.#methods.add(method);
    this.#options.http.route({
      method,
      url: `${COMMON_PREFIX}*`,
      config: {
        auth: 'public',
        limit: 'handler-enforced',
        findEndpoint: (request) => this.#describe(this.#find(request)),
      },
      handler: (request, reply) => {
        const found = this.#find(request);
        if (found === null) return reply.callNotFound();
        if (found === 'too-long') throw commonProblem('invalid-request');
        request.params = found.params;
        return this.#options.call(found.key, request, reply);
      },
    });
  }

  #find(request: FastifyRequest): FoundEndpoint | 'too-long' | null {
    const routes = (this.#routes ??= this.#trees.of([...this.#endpoints.keys()]));
    request.foundEndpoint ??= { value: routes.find(request.method, request.raw.url!) };
    return request.foundEndpoint.value;
  }

  #describe(found: FoundEndpoint | 'too-long' | null): RouteOfRequest {
    if (found === null || found === 'too-long') return {};
    const { key } = found;
    return { url: key.slice(key.indexOf(' ') + 1), auth: this.#endpoints.get(key)!.auth };
  }
}
