import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

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

/**
 * The response for these request headers: the same object for the same response; null once it has expired.
 */
type CachedResponseLookup = (headers: IncomingHttpHeaders) => CachedResponse | null;

/** A client that writes one URL in a thousand ways evicts others' entries, but gets no more memory. */
const MAX_URLS = 1_000;
const MAX_URL_LENGTH = 500;

/**
 * Serves cached responses before Fastify routes the request. Most requests hit the cache, and routing costs
 * twice as much as sending. Only for responses that depend on the URL alone: no caller is identified, limited
 * or counted here.
 */
export class FastPath {
  readonly #lookups = new Map<string, CachedResponseLookup>();
  readonly #headers: Record<string, string>;
  readonly #lines = new WeakMap<CachedResponse, string[]>();
  #closed = false;

  /** `headers` are sent with every response. */
  constructor(headers: Record<string, string>) {
    this.#headers = headers;
  }

  add(url: string, lookup: CachedResponseLookup): void {
    if (url.length > MAX_URL_LENGTH) return;
    this.#lookups.delete(url);
    this.#lookups.set(url, lookup);
    if (this.#lookups.size > MAX_URLS) this.#lookups.delete(this.#lookups.keys().next().value!);
  }

  /** False if Fastify must handle the request. */
  respond(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#closed) return false;
    const lookup = this.#lookups.get(request.url!);
    if (lookup === undefined) return false;
    const cached = lookup(request.headers);
    if (cached === null) {
      this.#lookups.delete(request.url!);
      return false;
    }
    response.writeHead(cached.status, this.#toHeaderLines(cached)).end(cached.body ?? undefined);
    return true;
  }

  #toHeaderLines(cached: CachedResponse): string[] {
    let lines = this.#lines.get(cached);
    if (lines === undefined) {
      const { headers, body } = cached;
      const length = body === null ? {} : { 'content-length': String(body.length) };
      lines = Object.entries({ ...this.#headers, ...headers, ...length }).flat();
      this.#lines.set(cached, lines);
    }
    return lines;
  }

  /** Fastify tells connections that the server shuts down. */
  close(): void {
    this.#closed = true;
  }
}
