import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Auth,
  type Endpoint,
  endpointUrl,
  type EndpointKey,
  type EndpointMap,
  type EndpointOutput,
  growsDatabase,
  type Page,
  type Parsed,
  type Transport,
} from '#platform/shared/define-endpoints.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { isAnonymous } from '../is-anonymous.ts';
import { databaseErrorCode, FOREIGN_KEY_VIOLATION } from '../database/database-error.ts';
import { parseInput } from './parse-input.ts';
import type { DiskSpace } from '../storage/disk-space.ts';
import { keepUncached, type ResponseCache } from './cache/response-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access rule of a route; a route without one fails a test. */
    auth?: Auth;
    /**
     * Absent: the default rate limit of a route, `defaultRouteRateLimit` of `app/server/limit-requests.ts`.
     * 'handler-enforced': the handler counts its requests itself. Endpoints do: by user, with the limits of
     * the same file.
     */
    limit?: 'handler-enforced';
  }
}

/** The authenticated user. */
export type Actor = {
  /** Of the stored user. */
  id: string;
  /** False for an administrator who has passkeys and has used none in this session. */
  isAdmin: boolean;
  /** When a passkey was last used in this session; null: not yet; undefined: the user has no passkeys. */
  passkeyCheckedAt?: Date | null;
  /** An administrator who has passkeys, whether or not one was used in this session. */
  isAdminWithPasskey?: boolean;
};

/** The client, authenticated or not. `ip` comes from the socket, or from a trusted proxy. */
export type Caller = { ip: string; userAgent: string; authorization: string | null; isAnonymous?: boolean };

type ActorOf<A extends Auth> = A extends 'public' ? null : A extends 'optional' ? Actor | null : Actor;

/** The `Cookie` header of the request, and the `Set-Cookie` headers of its response. */
type Cookies = { sent: string | undefined; set(line: string): void };

type HandlerInput<C extends Endpoint> = Parsed<C> & {
  actor: ActorOf<C['auth']>;
  caller: Caller;
  cookies: Cookies;
  /** For a response that is less than what was requested. */
  keepUncached: () => void;
  /** What was requested is so already. */
  reportNoChange: () => void;
};

/**
 * A page endpoint returns `Page<T>`; the mounted route sends the items and puts the cursor into the Link
 * header.
 */
type HandlerResult<C extends Endpoint> = C extends { paged: true }
  ? EndpointOutput<C> extends (infer T)[]
    ? Page<T>
    : never
  : EndpointOutput<C>;

export type Handlers<M extends EndpointMap> = {
  [K in keyof M & EndpointKey]: (
    input: HandlerInput<M[K]>,
  ) => Promise<HandlerResult<M[K]>> | HandlerResult<M[K]>;
};

/** Only for responses that are the same for every user. */
type PublicEndpointKeys<M extends EndpointMap> = {
  [K in keyof M]: M[K] extends { auth: 'public' } ? K : never;
}[keyof M];

export type Authenticate = (caller: Caller) => Promise<Actor | null>;

type MountedEndpoint = { endpoint: Endpoint; handle: (input: never) => unknown };

export type EndpointRegistryOptions = {
  /** Receives the routes. */
  http: FastifyInstance;
  authenticate: Authenticate;
  /** Tests validate every response against its schema; production trusts the handler. */
  checkResponses: boolean;
  /**
   * Called before the handler of an authenticated or optional endpoint, with the key to count. Throws
   * 'too-many-requests'.
   */
  limit: (key: EndpointKey, actor: Pick<Actor, 'id'> | null, caller: Caller, cost?: number) => Promise<void>;
  /** Refuses the endpoints that make the database grow. */
  diskSpace: Pick<DiskSpace, 'throwIfFull'>;
};

/** All mounted endpoints: adds their routes, runs them in-process, lists them for the OpenAPI document. */
export class EndpointRegistry {
  readonly mounted = new Map<EndpointKey, MountedEndpoint>();
  readonly #options: EndpointRegistryOptions;

  constructor(options: EndpointRegistryOptions) {
    this.#options = options;
  }

  mount<M extends EndpointMap>(
    map: M,
    handlers: Handlers<M>,
    options: { cache?: Partial<Record<PublicEndpointKeys<M>, ResponseCache>> } = {},
  ): void {
    for (const key of Object.keys(map) as (keyof M & EndpointKey)[]) {
      const endpoint = map[key] as Endpoint;
      const mounted: MountedEndpoint = { endpoint, handle: handlers[key] };
      this.mounted.set(key, mounted);
      const space = key.indexOf(' ');
      const cache = (options.cache as Partial<Record<EndpointKey, ResponseCache>> | undefined)?.[key];
      this.#options.http.route({
        method: key.slice(0, space),
        url: key.slice(space + 1),
        config: { auth: endpoint.auth, limit: 'handler-enforced' },
        ...(endpoint.maxBodyBytes !== undefined && { bodyLimit: endpoint.maxBodyBytes }),
        handler: cache
          ? (request, reply) => this.#respondFromCache(key, mounted, cache, request, reply)
          : (request, reply) => this.#respond(key, mounted, request, reply),
      });
    }
  }

  /**
   * Calls of server rendering: public endpoints only, validated as over HTTP, without the round trip.
   * `caller` receives the page.
   */
  inProcess(caller: Pick<Caller, 'ip' | 'isAnonymous'>, keepUncached: () => void): Transport {
    return async (key, input) => {
      const mounted = this.mounted.get(key);
      if (mounted === undefined || mounted.endpoint.auth !== 'public')
        throw new Error(`${key} cannot be rendered on the server`);
      const parsed = parse(mounted.endpoint, input);
      const request = {
        actor: null,
        caller: { ...anonymous, ip: caller.ip, isAnonymous: caller.isAnonymous === true },
        cookies: noCookies,
        keepUncached,
      };
      const data = await mounted.handle({ ...parsed, ...request } as never);
      return mounted.endpoint.paged ? pageData(data) : { data, next: null };
    };
  }

  /** The same bytes for all requests with the same input. Only cache misses are rate-limited. */
  async #respondFromCache(
    key: EndpointKey,
    mounted: MountedEndpoint,
    cache: ResponseCache,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { params, query } = parse(mounted.endpoint, request);
    const cacheKey = toCacheKey(key, params, query);
    if (!cache.holds(cacheKey, request.headers)) await this.#limitCacheMiss(key, toCaller(request));
    return cache.respond(request, reply, cacheKey, () =>
      this.#runHandler(key, mounted, null, toCaller(request), request, reply),
    );
  }

  /** Counts for the user whose token the browser sends: a campus can be one address. */
  async #limitCacheMiss(key: EndpointKey, caller: Caller): Promise<void> {
    const actor =
      caller.authorization === null ? null : await this.#options.authenticate(caller).catch(() => null);
    await this.#options.limit(key, actor, caller, CACHE_MISS_COST);
  }

  async #respond(
    key: EndpointKey,
    mounted: MountedEndpoint,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const caller = toCaller(request);
    const actor = await this.#actorFor(mounted.endpoint.auth, caller);
    if (growsDatabase(key, mounted.endpoint)) await this.#options.diskSpace.throwIfFull();
    await this.#options.limit(key, actor, caller);
    return this.#runHandler(key, mounted, actor, caller, request, reply);
  }

  async #runHandler(
    key: EndpointKey,
    { endpoint, handle }: MountedEndpoint,
    actor: Actor | null,
    caller: Caller,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown> {
    const parsed = parse(endpoint, request);
    const result = await this.#recheckActorOnForeignKeyError(endpoint.auth, actor, caller, () =>
      handle({ ...parsed, actor, caller, ...toReplyControls(request, reply) } as never),
    );
    if (endpoint.auth !== 'public') void reply.header('cache-control', 'no-store');
    void reply.code(endpoint.status ?? 200);
    if (!endpoint.paged) return this.#checkResponse(key, endpoint, result);
    const page = pageData(result);
    if (page.next !== null) void reply.header('link', nextLink(key, request.params, parsed.query, page.next));
    return this.#checkResponse(key, endpoint, page.data);
  }

  /** A foreign key violation may mean that the actor was deleted after authentication. */
  async #recheckActorOnForeignKeyError(
    auth: Auth,
    actor: Actor | null,
    caller: Caller,
    work: () => unknown,
  ): Promise<unknown> {
    try {
      return await work();
    } catch (error) {
      if (actor !== null && databaseErrorCode(error) === FOREIGN_KEY_VIOLATION)
        await this.#actorFor(auth, caller);
      throw error;
    }
  }

  async #actorFor(auth: Auth, caller: Caller): Promise<Actor | null> {
    if (auth === 'public') return null;
    if (caller.authorization === null) {
      if (auth === 'optional') return null;
      throw commonProblem('sign-in-required');
    }
    const actor = await this.#options.authenticate(caller);
    if (actor === null) throw commonProblem('invalid-token');
    if (auth === 'admin' && !actor.isAdmin)
      throw commonProblem(actor.isAdminWithPasskey ? 'passkey-required' : 'admin-required');
    return actor;
  }

  #checkResponse(key: EndpointKey, endpoint: Endpoint, response: unknown): unknown {
    if (!this.#options.checkResponses) return response;
    // As in JSON: dates are text, undefined is absent.
    const wire: unknown = JSON.parse(JSON.stringify(response));
    const checked = endpoint.response.safeParse(wire);
    if (!checked.success)
      throw new Error(`The response of ${key} violates its contract: ${checked.error.message}`);
    return response;
  }
}

/** All that a cached response depends on: the parsed input, the same for each of its spellings. */
export const toCacheKey = (key: EndpointKey, params: unknown, query?: unknown): string =>
  `${key} ${JSON.stringify([params, query])}`;

/** A cache miss costs about this many times a simple request. */
export const CACHE_MISS_COST = 5;
const anonymous = { userAgent: '', authorization: null };
const noCookies: Cookies = { sent: undefined, set: () => {} };
const toReplyControls = ({ headers }: FastifyRequest, reply: FastifyReply) => ({
  cookies: { sent: headers.cookie, set: (line: string) => void reply.header('set-cookie', line) },
  keepUncached: () => keepUncached(reply),
  reportNoChange: () => void (reply.hasChangedNothing = true),
});

export function toCaller(request: FastifyRequest): Caller {
  return {
    ip: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    authorization: request.headers.authorization ?? null,
    isAnonymous: isAnonymous(request.headers),
  };
}

function pageData(result: unknown): { data: unknown; next: string | null } {
  const { items: data, next } = result as Page<unknown>;
  return { data, next };
}

/**
 * The URL of the next page for the Link header (RFC 8288). Built from the parsed input, never from the raw
 * query: the response may be cached and sent to others.
 */
function nextLink(key: EndpointKey, params: unknown, query: unknown, cursor: string): string {
  const { path } = endpointUrl(key, { params, query: { ...(query as object), cursor } });
  return `<${path}>; rel="next"`;
}

function parse(
  { params, query, body }: Endpoint,
  from: { params?: unknown; query?: unknown; body?: unknown },
) {
  return {
    params: params && parseInput(params, from.params, 'path'),
    query: query && parseInput(query, from.query ?? {}, 'query'),
    body: body && parseInput(body, from.body ?? {}, 'body'),
  };
}
