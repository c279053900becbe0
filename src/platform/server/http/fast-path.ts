import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import { atMostEntries } from '#platform/server/at-most-entries.ts';
import { REQUEST_ID_HEADER } from './request-id.ts';
import type { ServedRequests } from './served-requests.ts';

declare module 'fastify' {
  interface FastifyInstance {
    fastPath: FastPath;
  }
}

export type CachedResponse = {
  status: number;
  headers: Record<string, string>;
  /** None if the status says that the client has the response. */
  body: Buffer | null;
};

/** The same object for the same response; null while none is cached for these request headers. */
type CachedResponseLookup = (headers: IncomingHttpHeaders) => CachedResponse | null;

type FastPathOptions = {
  headers: Record<string, string>;
  requestIdOf: (request: IncomingMessage) => string;
  servedRequests: ServedRequests;
};

/** What is written for a cached response, made once for all requests. */
type Prepared = {
  headerLines: string[];
  /** As Latin-1 text, which Node writes together with the header; a buffer would be a second call of the system. */
  text: string | undefined;
};

/** A client that writes one URL in a thousand ways evicts others' entries, but gets no more memory. */
const MAX_URLS = 1_000;
const MAX_URL_LENGTH = 500;

/**
 * Serves cached responses before routing, which costs twice as much as sending. Only for those that depend on
 * the URL alone: no caller is identified or limited here.
 */
export class FastPath {
  readonly #lookups = new LRUCache<string, { route: string; lookup: CachedResponseLookup }>(
    atMostEntries(MAX_URLS),
  );
  readonly #options: FastPathOptions;
  readonly #prepared = new WeakMap<CachedResponse, Prepared>();
  #closed = false;

  constructor(options: FastPathOptions) {
    this.#options = options;
  }

  /** `route` is the template that the URL matches. */
  add(url: string, route: string, lookup: CachedResponseLookup): void {
    if (url.length > MAX_URL_LENGTH) return;
    this.#lookups.set(url, { route, lookup });
  }

  /** False if Fastify must handle the request. */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#closed) return false;
    const entry = this.#lookups.get(request.url!);
    if (entry === undefined) return false;
    const startedAt = performance.now();
    const cached = entry.lookup(request.headers);
    if (cached === null) return false;
    const { requestIdOf, servedRequests } = this.#options;
    const requestId = requestIdOf(request);
    const { headerLines, text } = this.#prepare(cached);
    response.writeHead(cached.status, [...headerLines, REQUEST_ID_HEADER, requestId]).end(text, 'latin1');
    servedRequests.report({
      requestId,
      method: 'GET',
      route: entry.route,
      status: cached.status,
      durationMs: performance.now() - startedAt,
      isCached: true,
    });
    return true;
  }

  #prepare(cached: CachedResponse): Prepared {
    let prepared = this.#prepared.get(cached);
    if (prepared === undefined) {
      const { headers, body } = cached;
      const length = body === null ? {} : { 'content-length': String(body.length) };
      const headerLines = Object.entries({ ...this.#options.headers, ...headers, ...length }).flat();
      prepared = { headerLines, text: body?.toString('latin1') };
      this.#prepared.set(cached, prepared);
    }
    return prepared;
  }

  /** Leaves further requests to the framework, which ends the connection with each response. */
  close(): void {
    this.#closed = true;
  }
}
