import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, brotliCompress, gzip } from 'node:zlib';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/shared/clock.ts';
import type { CachedResponse } from './fast-path.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

type RenderedResponse = { status: number; headers: Record<string, string>; body: Buffer };
/** Every encoding of a response, created once. */
type EncodedVariants = {
  plain: CachedResponse;
  unchanged: CachedResponse;
  gzip?: CachedResponse;
  br?: CachedResponse;
};
type Entry = { status: number; until: number; etag: string; answers: EncodedVariants };

type ResponseCacheOptions = {
  clock: Clock;
  /**
   * Lifetime of a response in milliseconds. Bounds how long a `clear` that was lost between processes has an
   * effect.
   */
  lifetime: number;
  /** Beyond this many entries the least recently used are evicted. */
  entries: number;
  /** The status of the cached responses; default 200. */
  keep?: number;
  /** The response depends on the URL alone, so cached bytes are sent without any check of the caller. */
  byAddress?: boolean;
};

/**
 * Cached bytes of responses that are the same for every user, by URL. A change calls `clear`: a response that
 * was being rendered meanwhile is sent but not cached, so that older bytes never cover a change. Concurrent
 * requests for a missing entry render it once.
 */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Entry>>();
  readonly #options: ResponseCacheOptions;
  constructor(options: ResponseCacheOptions) {
    this.#options = options;
  }

  clear(): void {
    this.#entries.clear();
    this.#making.clear();
  }

  /** Invalidates one response, as `clear` does all. */
  delete(key: string): void {
    this.#entries.delete(key);
    this.#making.delete(key);
  }

  /**
   * Responds from the cache, or on a miss with the result of `make`: a page's text, an image's bytes, or an
   * object for JSON. `key` contains everything that the response depends on and nothing else; otherwise
   * clients could fill the cache with one page. Only successes are cached.
   */
  async answer(
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => Promise<unknown>,
  ): Promise<FastifyReply> {
    const entry = await this.#entryOf(key, async () => {
      const result = await make();
      const headers: Record<string, string> = { 'content-type': contentType(result) };
      for (const name of [
        'link',
        'content-type',
        'content-security-policy',
        'reporting-endpoints',
        'cross-origin-opener-policy',
        'cross-origin-resource-policy',
      ]) {
        const value = reply.getHeader(name);
        if (typeof value === 'string') headers[name] = value;
      }
      return { status: reply.statusCode, headers, body: bytesOf(result) };
    });
    if (this.#options.byAddress === true && this.#entries.get(key) === entry) {
      request.server.keptAnswers.keep(request.url, (headers) => {
        if (this.#entries.get(key) !== entry || !this.#isFresh(entry)) return null;
        this.#markUsed(key, entry);
        return selectVariant(entry, headers);
      });
    }
    const { status, headers, body } = selectVariant(entry, request.headers);
    return reply
      .code(status)
      .headers(headers)
      .send(body ?? undefined);
  }

  /** Whether `answer` would hit the cache. */
  holds(key: string): boolean {
    const kept = this.#entries.get(key);
    return kept !== undefined && this.#isFresh(kept);
  }

  #isFresh(entry: Entry): boolean {
    return entry.until > this.#options.clock.now().getTime();
  }

  async #entryOf(key: string, make: () => Promise<RenderedResponse>): Promise<Entry> {
    const kept = this.#entries.get(key);
    if (kept !== undefined && this.#isFresh(kept)) {
      this.#markUsed(key, kept);
      return kept;
    }
    const underway = this.#making.get(key);
    if (underway !== undefined) return underway;
    const making = this.#make(make).then((entry) => {
      // Not if it was invalidated meanwhile.
      if (this.#making.get(key) === making && entry.status === (this.#options.keep ?? 200))
        this.#keep(key, entry);
      return entry;
    });
    this.#making.set(key, making);
    try {
      return await making;
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key);
    }
  }

  async #make(make: () => Promise<RenderedResponse>): Promise<Entry> {
    const { status, body, headers: own } = await make();
    const until = this.#options.clock.now().getTime() + this.#options.lifetime;
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    // The server caches; browsers revalidate each time and mostly get 304.
    const headers: Record<string, string> = {
      ...own,
      'cache-control': 'no-cache',
      etag,
      vary: 'accept-encoding',
    };
    const answers: EncodedVariants = {
      plain: { status, headers, body },
      unchanged: { status: 304, headers, body: null },
    };
    if (body.length > 1024 && /^(text|application\/json)/.test(headers['content-type']!)) {
      const encoded = (encoding: string, bytes: Buffer) => ({
        status,
        headers: { ...headers, 'content-encoding': encoding },
        body: bytes,
      });
      answers.gzip = encoded('gzip', await gzipAsync(body, { level: 6 }));
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
      answers.br = encoded('br', await brotliAsync(body, quality));
    }
    return { status, until, etag, answers };
  }

  /** Moves the entry to the end of the map, whose first entry is evicted. */
  #markUsed(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
  }

  #keep(key: string, entry: Entry): void {
    this.#markUsed(key, entry);
    if (this.#entries.size > this.#options.entries) this.#entries.delete(this.#entries.keys().next().value!);
  }
}

const contentType = (result: unknown): string =>
  typeof result === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';

const bytesOf = (result: unknown): Buffer => {
  if (Buffer.isBuffer(result)) return result;
  return Buffer.from(typeof result === 'string' ? result : JSON.stringify(result));
};

/** Matches a header that offers the encoding, unless with quality 0. */
const acceptEncodingPattern = (encoding: string) =>
  new RegExp(`(^|,)\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?(,|$)`);
const offersBrotli = acceptEncodingPattern('br');
const offersGzip = acceptEncodingPattern('gzip');

/** In an encoding that the client accepts, or 304. */
function selectVariant(entry: Entry, asked: IncomingHttpHeaders): CachedResponse {
  const { answers } = entry;
  if (entry.status === 200 && asked['if-none-match'] === entry.etag) return answers.unchanged;
  const accepted = asked['accept-encoding'] ?? '';
  if (answers.br !== undefined && offersBrotli.test(accepted)) return answers.br;
  if (answers.gzip !== undefined && offersGzip.test(accepted)) return answers.gzip;
  return answers.plain;
}
