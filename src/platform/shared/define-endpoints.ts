import type { z } from 'zod';
import type { StaffRole } from './team/staff-roles.ts';

/**
 * The contract: a map from 'GET /api/books/:id' to input, output and access. Routes, typed client, in-process
 * calls of server rendering and OpenAPI document are all derived from it.
 */
export type Auth =
  /** No authentication; the response is the same for every user. */
  'public' | 'optional' | 'user' | StaffRole;

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Requests are limited by user, unauthenticated ones by network: `app/server/limits/limit-requests.ts`. */
export type Endpoint = {
  auth: Auth;
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Default: the limit of all endpoints. */
  maxBodyBytes?: number;
  response: z.ZodType;
  /** The status of a successful response; default 200. */
  status?: 200 | 201 | 202;
  /** Returns a page: an array, with the next page's URL in a `Link` header. */
  paged?: true;
  /** False if it still works while the disk is nearly full: sign-in, payments, ending and deleting. */
  growsDatabase?: false;
  /**
   * Whether a paused user may call it; by default only if it reads. 'allowed': it protects the user, ends something,
   * or concerns nobody else. 'reserved-trades': the handler checks that the actor has an active reservation.
   */
  whilePaused?: 'allowed' | 'reserved-trades';
  /** Calls external services: it takes turns by user, not by network, because a slow service would hold all turns. */
  callsServices?: true;
  /** Of visitors: waits in the queue of the password hashes, and takes no turn meanwhile, for which reads would wait. */
  hashesPasswords?: true;
};

export type EndpointKey = `${HttpMethod} /${string}`;
export type EndpointMap = Record<EndpointKey, Endpoint>;

const additions: ReadonlySet<string> = new Set<HttpMethod>(['POST', 'PUT', 'PATCH']);

/**
 * Whether a nearly full disk refuses it. Not for the team, nor for public requests: sign-ins, and emails for a
 * forgotten password.
 */
export const growsDatabase = (key: EndpointKey, { auth, growsDatabase }: Endpoint): boolean =>
  growsDatabase !== false &&
  (auth === 'user' || auth === 'optional') &&
  additions.has(key.slice(0, key.indexOf(' ')));

/** A pause refuses every request that changes something, unless the contract allows it. */
export const isClosedWhilePaused = (key: EndpointKey, { whilePaused }: Endpoint): boolean =>
  !key.startsWith('GET ') && whilePaused === undefined;

export const defineEndpoints = <const M extends EndpointMap>(map: M): M => map;

type Input<S> = S extends z.ZodType ? z.input<S> : undefined;
type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** The caller's input: only the parts that the endpoint declares. */
type EndpointInput<C extends Endpoint> = (C['params'] extends z.ZodType
  ? { params: Input<C['params']> }
  : {}) &
  (C['query'] extends z.ZodType ? { query?: Input<C['query']> } : {}) &
  (C['body'] extends z.ZodType ? { body: Input<C['body']> } : {});

export type EndpointOutput<C extends Endpoint> = Output<C['response']>;

export type Parsed<C extends Endpoint> = {
  params: Output<C['params']>;
  query: Output<C['query']>;
  body: Output<C['body']>;
};

/** A page of a list. `next`: the opaque cursor of the next. `isNear`: it matches the search in part (`NEAR_HEADER`). */
export type Page<T> = { items: T[]; next: string | null; isNear?: true };

export const NEAR_HEADER = 'x-near-matches';

/** Sends a request: over HTTP in the browser, in-process during server rendering. */
export type Transport = (
  key: EndpointKey,
  input: { params?: unknown; query?: unknown; body?: unknown },
  options?: { signal?: AbortSignal; keepalive?: boolean },
) => Promise<{ data: unknown; next: string | null; isNear?: true }>;

type Rest<C extends Endpoint> =
  {} extends EndpointInput<C> ? [input?: EndpointInput<C>] : [input: EndpointInput<C>];
type Options = { signal?: AbortSignal; keepalive?: boolean };

/** Typed calls: `apiClient<BookEndpoints>(transport).call('GET /api/books/:id', { params: { id } })`. */
export function apiClient<M extends EndpointMap>(transport: Transport) {
  return {
    async call<K extends keyof M & EndpointKey>(
      key: K,
      ...rest: [...Rest<M[K]>, options?: Options]
    ): Promise<EndpointOutput<M[K]>> {
      const [input = {}, options] = rest as readonly unknown[] as [input?: object, options?: Options];
      const response = await transport(key, input, options);
      return response.data as EndpointOutput<M[K]>;
    },
    async page<K extends keyof M & EndpointKey>(
      key: K,
      ...rest: [...Rest<M[K]>, options?: Options]
    ): Promise<Page<EndpointOutput<M[K]> extends (infer T)[] ? T : never>> {
      const [input = {}, options] = rest as readonly unknown[] as [input?: object, options?: Options];
      const response = await transport(key, input, options);
      return {
        items: response.data as never[],
        next: response.next,
        ...(response.isNear && { isNear: true }),
      };
    },
  };
}

/** 'GET /api/books/:id' → its method and its path with parameters and query filled in. */
export function endpointUrl(
  key: EndpointKey,
  input: { params?: unknown; query?: unknown },
): { method: HttpMethod; path: string } {
  const space = key.indexOf(' ');
  const params = (input.params ?? {}) as Record<string, string>;
  const path = key
    .slice(space + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const search = query.toString();
  return { method: key.slice(0, space) as HttpMethod, path: search ? `${path}?${search}` : path };
}
