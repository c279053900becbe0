import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type Auth,
  type Endpoint,
  type EndpointKey,
  type EndpointMap,
  type EndpointOutput,
  growsDatabase,
  isClosedWhilePaused,
  NEAR_HEADER,
  type Page,
  type Parsed,
  type Transport,
} from '#platform/shared/define-endpoints.ts';
import { type Locale, renderIn } from '#platform/shared/texts/locale.ts';
import { accountPaused } from '#platform/server/account-paused.ts';
import { commonProblem } from '#platform/shared/problem.ts';
import { hasRole, isStaffRole, type StaffRole } from '#platform/shared/team/staff-roles.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { databaseErrorCode, FOREIGN_KEY_VIOLATION } from '../database/database-error.ts';
import { type Caller, toCaller } from '../caller.ts';
import {
  checkResponse,
  nextLink,
  noControls,
  pageData,
  type ReplyControls,
  toReplyControls,
} from './endpoint-response.ts';
import { MethodRoutes } from './endpoints/method-routes.ts';
import type { EndpointTrees } from './endpoints/endpoint-routes.ts';
import { parseParts } from './parse-input.ts';
import type { DiskSpace } from '../storage/disk-space.ts';
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts';
import { RequestTurns, type RequestTurnsOptions } from '../concurrency/request-turns.ts';
import { RecentRefusals } from '../rate-limits/recent-refusals.ts';
import type { ResponseCache } from './cache/response-cache.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The access rule of a route; a route without one fails a test. */
    auth?: Auth;
    /** Default: `defaultRouteRateLimit`. 'handler-enforced': the handler counts by user, as endpoints do. */
    limit?: 'handler-enforced';
  }
}

export type Actor = {
  id: string;
  /** Empty for a member of the team who has passkeys but has not used one in this session. */
  roles: readonly StaffRole[];
  /** The end of the current pause. */
  pausedUntil: Date | null;
  /** When a passkey was last used in this session; null: not yet; undefined: the user has no passkeys. */
  passkeyCheckedAt?: Date | null;
  /** The roles of a member who has passkeys, whether or not one was used in this session. */
  rolesWithPasskey?: readonly StaffRole[];
};

type ActorOf<A extends Auth> = A extends 'public' ? null : A extends 'optional' ? Actor | null : Actor;

type HandlerInput<C extends Endpoint> = Parsed<C> &
  ReplyControls & {
    actor: ActorOf<C['auth']>;
    caller: Caller;
  };

/** A page endpoint returns `Page<T>`; the route sends the items, and the cursor in the Link header. */
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

type MountedEndpoint = {
  endpoint: Endpoint;
  handle: (input: never) => unknown;
  cache: ResponseCache | undefined;
};

export type EndpointRegistryOptions = {
  http: FastifyInstance;
  authenticate: Authenticate;
  clock: Clock;
  /** Tests validate every response against its schema; production trusts the handler. */
  checkResponses: boolean;
  /** Called before the handler, with what determines the cost. Throws 'too-many-requests'. */
  limit: (
    key: EndpointKey,
    actor: Pick<Actor, 'id'> | null,
    caller: Pick<Caller, 'ip'>,
    query?: unknown,
  ) => Promise<void>;
  shouldTakeTurns: boolean;
  turns?: RequestTurnsOptions;
  locale: () => Locale;
  diskSpace: Pick<DiskSpace, 'throwIfFull'>;
  /** Shared by the markets of a process; by default an own one. */
  trees?: EndpointTrees | undefined;
};

/** One request for an endpoint. */
type Call = Omit<MountedEndpoint, 'cache'> & {
  key: EndpointKey;
  caller: Caller;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** All mounted endpoints: adds their routes, runs them in-process, lists them for the OpenAPI document. */
export class EndpointRegistry {
  readonly mounted = new Map<EndpointKey, MountedEndpoint>();
  readonly turns: RequestTurns;
  readonly #options: EndpointRegistryOptions;
  readonly #refusals: RecentRefusals;
  readonly #routes: MethodRoutes;

  constructor(options: EndpointRegistryOptions) {
    this.turns = new RequestTurns(options.turns);
    this.#options = options;
    this.#refusals = new RecentRefusals(options.clock);
    this.#routes = new MethodRoutes({ ...options, call: (...call) => this.#call(...call) });
  }

  mount<M extends EndpointMap>(
    map: M,
    handlers: Handlers<M>,
    options: { cache?: Partial<Record<PublicEndpointKeys<M>, ResponseCache>> } = {},
  ): void {
    for (const key of Object.keys(map) as (keyof M & EndpointKey)[]) {
      const cache = (options.cache as Partial<Record<EndpointKey, ResponseCache>> | undefined)?.[key];
      const mounted: MountedEndpoint = { endpoint: map[key], handle: handlers[key], cache };
      this.mounted.set(key, mounted);
      this.#routes.add(key, mounted.endpoint);
    }
  }

  #call(key: EndpointKey, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const { cache, ...mounted } = this.mounted.get(key)!;
    const call = { key, ...mounted, caller: toCaller(request), request, reply };
    return cache === undefined ? this.#respond(call) : this.#respondFromCache(call, cache);
  }

  /** Parses in the market's locale, because price limits depend on it. */
  #parse(endpoint: Endpoint, from: Parameters<typeof parseParts>[1]) {
    return renderIn(this.#options.locale(), () => parseParts(endpoint, from));
  }

  /** Runs database work when it is the turn of the user and of the network. Must not be nested. */
  inTurn<T>(
    actor: Pick<Actor, 'id'> | null,
    { ip }: Pick<Caller, 'ip'>,
    work: () => Promise<T>,
    { callsServices }: Pick<Endpoint, 'callsServices'> = {},
  ): Promise<T> {
    if (!this.#options.shouldTakeTurns) return work();
    return this.turns.run({ ip, userId: actor?.id ?? null }, work, { callsServices: callsServices === true });
  }

  /** For server rendering: calls public endpoints, validated as over HTTP, one at a time on one connection. */
  inProcess(caller: Pick<Caller, 'ip' | 'isAnonymous' | 'language'>, keepUncached: () => void): Transport {
    const turns = createKeyedMutex();
    return async (key, input) => {
      const mounted = this.mounted.get(key);
      if (mounted === undefined || mounted.endpoint.auth !== 'public')
        throw new Error(`${key} cannot be rendered on the server`);
      const parsed = this.#parse(mounted.endpoint, input);
      const request = {
        actor: null,
        caller: {
          userAgent: '',
          authorization: null,
          ip: caller.ip,
          isAnonymous: caller.isAnonymous === true,
          language: caller.language,
        },
        ...noControls,
        keepUncached,
      };
      const work = async () => mounted.handle({ ...parsed, ...request } as never);
      const data: unknown = await turns.runExclusive('', work);
      return mounted.endpoint.paged ? pageData(data as Page<unknown>) : { data, next: null };
    };
  }

  /** Sends the same bytes to all requests with the same input. Only cache misses count towards limits. */
  async #respondFromCache(call: Call, cache: ResponseCache): Promise<FastifyReply> {
    const { key, endpoint, request, reply } = call;
    const { params, query } = this.#parse(endpoint, request);
    const cacheKey = toCacheKey(key, params, query);
    const respond = () => cache.respond(request, reply, cacheKey, () => this.#runHandler(call, null));
    if (cache.holds(cacheKey, request)) return respond();
    // Waits for its turn before it reads the cache: requests for the same response must not wait in this
    // reader's queue.
    return this.#readPublicly(call, query, respond);
  }

  /** Counts by user if the browser sends a token: a whole campus may share one IP address. */
  async #readPublicly<T>(call: Call, query: unknown, read: () => Promise<T>): Promise<T> {
    const { key, caller } = call;
    this.#refusals.throwIfRecent(key, caller);
    const { authenticate } = this.#options;
    const actor = caller.authorization === null ? null : await authenticate(caller).catch(() => null);
    await this.#limit(call, actor, query);
    return this.inTurn(actor, caller, read);
  }

  async #respond(call: Call): Promise<unknown> {
    const { key, endpoint, caller, request } = call;
    this.#refusals.throwIfRecent(key, caller);
    const actor = await this.#actorFor(endpoint.auth, caller);
    if (actor !== null && isClosedWhilePaused(key, endpoint)) this.#throwIfPaused(actor);
    const run = () => this.#runHandler(call, actor);
    if (actor === null && key.startsWith('GET ')) return this.#readPublicly(call, request.query, run);
    if (growsDatabase(key, endpoint)) await this.#options.diskSpace.throwIfFull();
    await this.#limit(call, actor, request.query);
    return endpoint.hashesPasswords ? run() : this.inTurn(actor, caller, run, endpoint);
  }

  #limit({ key, caller }: Call, actor: Actor | null, query: unknown): Promise<void> {
    const limited = this.#options.limit(key, actor, caller, query);
    return actor === null ? limited : this.#refusals.watch(key, caller, limited);
  }

  async #runHandler(call: Call, actor: Actor | null): Promise<unknown> {
    const { key, endpoint, handle, caller, request, reply } = call;
    const parsed = this.#parse(endpoint, request);
    const result = await this.#recheckActorOnForeignKeyError(call, actor, () =>
      handle({ ...parsed, actor, caller, ...toReplyControls(request, reply) } as never),
    );
    if (endpoint.auth !== 'public') void reply.header('cache-control', 'no-store');
    void reply.code(endpoint.status ?? 200);
    const { checkResponses } = this.#options;
    if (!endpoint.paged) return checkResponses ? checkResponse(key, endpoint, result) : result;
    const page = pageData(result as Page<unknown>);
    if (page.isNear) void reply.header(NEAR_HEADER, '1');
    if (page.next !== null) void reply.header('link', nextLink(key, request.params, parsed.query, page.next));
    return checkResponses ? checkResponse(key, endpoint, page.data) : page.data;
  }

  /** Compares times, because the job that ends pauses may be late. */
  #throwIfPaused({ pausedUntil }: Actor): void {
    if (pausedUntil !== null && pausedUntil > this.#options.clock.now()) throw accountPaused(pausedUntil);
  }

  #roleProblem(role: StaffRole, { rolesWithPasskey = [] }: Actor) {
    if (hasRole({ roles: rolesWithPasskey }, role)) return commonProblem('passkey-required');
    return commonProblem(role === 'admin' ? 'admin-required' : 'role-required');
  }

  /** A foreign key violation may mean that the actor was deleted after authentication. */
  async #recheckActorOnForeignKeyError<T>(
    { endpoint, caller }: Call,
    actor: Actor | null,
    work: () => T,
  ): Promise<Awaited<T>> {
    try {
      return await work();
    } catch (error) {
      if (actor !== null && databaseErrorCode(error) === FOREIGN_KEY_VIOLATION)
        await this.#actorFor(endpoint.auth, caller);
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
    if (isStaffRole(auth) && !hasRole(actor, auth)) throw this.#roleProblem(auth, actor);
    return actor;
  }
}

/** The key of a cached response: the parsed input, so that all spellings of it share one. */
export const toCacheKey = (key: EndpointKey, params: unknown, query?: unknown): string =>
  `${key} ${JSON.stringify([params, query])}`;
