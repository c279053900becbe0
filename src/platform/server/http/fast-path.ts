import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

declare module 'fastify' {
  interface FastifyInstance {
    keptAnswers: FastPath;
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
  readonly #keepers = new Map<string, CachedResponseLookup>();
  readonly #headers: Record<string, string>;
  readonly #lines = new WeakMap<CachedResponse, string[]>();
  #closed = false;

  /** `headers` are sent with every response. */
  constructor(headers: Record<string, string>) {
    this.#headers = headers;
  }

  keep(address: string, keeper: CachedResponseLookup): void {
    if (address.length > MAX_URL_LENGTH) return;
    this.#keepers.delete(address);
    this.#keepers.set(address, keeper);
    if (this.#keepers.size > MAX_URLS) this.#keepers.delete(this.#keepers.keys().next().value!);
  }

  /** False if Fastify must handle the request. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || this.#closed) return false;
    const keeper = this.#keepers.get(request.url!);
    if (keeper === undefined) return false;
    const answer = keeper(request.headers);
    if (answer === null) {
      this.#keepers.delete(request.url!);
      return false;
    }
    response.writeHead(answer.status, this.#linesOf(answer)).end(answer.body ?? undefined);
    return true;
  }

  #linesOf(answer: CachedResponse): string[] {
    let lines = this.#lines.get(answer);
    if (lines === undefined) {
      const { headers, body } = answer;
      const length = body === null ? {} : { 'content-length': String(body.length) };
      lines = Object.entries({ ...this.#headers, ...headers, ...length }).flat();
      this.#lines.set(answer, lines);
    }
    return lines;
  }

  /** Fastify tells connections that the server shuts down. */
  close(): void {
    this.#closed = true;
  }
}
