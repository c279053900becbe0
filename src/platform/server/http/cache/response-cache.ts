import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/shared/clock.ts';
import { NEAR_HEADER } from '#platform/shared/define-endpoints.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { LANGUAGES, type Language } from '#platform/shared/texts/languages.ts';
import type { CacheShare } from '../../budgets/cache-budget.ts';
import type { EventBus } from '../../events/event-bus.ts';
import type { CachedResponse } from '../fast-path.ts';
import { isAnonymous } from '../../caller.ts';
import { languageHeaders, languageOf } from '../language/language-of.ts';
import { isUnavailable } from '../../is-unavailable.ts';
import { BudgetedEntries } from './budgeted-entries.ts';
import { type CachedEntry, encodeFor, selectVariant } from './response-variants.ts';
import { toRouteName } from '../served-requests.ts';

const NOT_CACHED = 'no-store';
const OF_ANONYMOUS = ' anonymous';
const ofLanguage = (language: Language) => ` ${language}`;
const KEY_SUFFIXES = ['', ...LANGUAGES.map(ofLanguage)].flatMap((suffix) => [suffix, suffix + OF_ANONYMOUS]);

/** The response goes into no `ResponseCache`, nor into that of the browser. */
export const keepUncached = (reply: FastifyReply): void => void reply.header('cache-control', NOT_CACHED);

/**
 * Lifetimes of responses that events invalidate. Among several processes an event may be lost, and found
 * seconds later. Browsers that learn of it then must not fetch the old response from another process.
 */
const ALONE_TTL_MS = 5_000;
const SHARED_TTL_MS = 1_000;
export const cacheLifetimeMs = ({ recovery }: EventBus): number =>
  recovery === null ? ALONE_TTL_MS : SHARED_TTL_MS;

/** What selects the variant of a response. */
type RequestWithServer = Pick<FastifyRequest, 'url' | 'headers' | 'server'>;

type RenderedResponse = { status: number; headers: Record<string, string>; body: Buffer };

type ResponseCacheOptions = {
  /** The market's share of the bytes that the process caches, and of a narrower budget. */
  budgets: readonly CacheShare[];
  clock: Clock;
  /** The lifetime of a response. It bounds how long a `clear` that was lost between processes has an effect. */
  lifetimeMs: number;
  entries: number;
  cachedStatus?: number;
  /** The response depends on the URL alone, so cached bytes are sent without any check of the caller. */
  byUrl?: boolean;
  /** Anonymous requests have separate responses, which a replica makes. */
  isDivided?: boolean;
  /** The response contains texts: each language of the market has its own, and no header makes another. */
  byLanguage?: boolean;
  /** Bounds the plain bytes of all responses, beside their number. */
  maxBytes?: number;
  /** Sends expired, never invalidated, responses for a minute, marked as old, while the source is unavailable. */
  stale?: { mark: (text: string, language: Language) => string };
};

/**
 * Cached bytes of responses that are the same for every user. After `clear`, what was being rendered is sent
 * but not cached, so that older bytes never cover a change. Concurrent requests render once.
 */
export class ResponseCache {
  readonly #entries: BudgetedEntries;
  readonly #making = new Map<string, Promise<CachedEntry>>();
  readonly #options: ResponseCacheOptions;
  /** Responses that were cached, and responses that had to be made. */
  hits = 0;
  misses = 0;
  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    const { entries: max, maxBytes, budgets, byUrl = false } = options;
    this.#entries = new BudgetedEntries({ max, maxBytes, budgets, isSentAsText: byUrl });
  }

  clear(): void {
    this.#entries.clear();
    this.#making.clear();
  }

  /** Invalidates the responses that contain this text. Reads all that is cached: for changes that are rare. */
  clearContaining(text: string): void {
    this.#making.clear();
    for (const [key, entry] of this.#entries)
      if (!this.#isFresh(entry) || entry.plain.body!.includes(text)) this.#entries.delete(key);
  }

  delete(key: string): void {
    for (const suffix of KEY_SUFFIXES) {
      this.#entries.delete(key + suffix);
      this.#making.delete(key + suffix);
    }
  }

  /**
   * Responds from the cache or with what `make` returns: text, bytes, or an object for JSON. `key` is exactly
   * what it depends on; else clients could fill the cache with one page. Only successes are cached.
   */
  async respond(
    request: FastifyRequest,
    reply: FastifyReply,
    ownKey: string,
    make: () => Promise<unknown>,
  ): Promise<FastifyReply> {
    const { byUrl } = this.#options;
    const { url, server } = request;
    const key = this.#toKey(ownKey, request);
    let entry: CachedEntry;
    try {
      entry = await this.#entryOrMade(key, request, reply, make);
    } catch (error) {
      const old = isUnavailable(error) ? this.#staleResponse(key, languageOf(request)) : null;
      if (old === null) throw error;
      return sendStaleResponse(reply, old);
    }
    if (byUrl === true && this.#entries.get(key) === entry) {
      server.fastPath.add(url, toRouteName(request), (headers) =>
        this.#lookUp(this.#toKey(ownKey, { url, headers, server }), headers),
      );
    }
    if (await encodeFor(entry, request.headers)) this.#entries.measure(key, entry);
    const { status, headers, body } = selectVariant(entry, request.headers) ?? entry.plain;
    return reply
      .code(status)
      .headers(headers)
      .send(body ?? undefined);
  }

  #lookUp(key: string, headers: IncomingHttpHeaders): CachedResponse | null {
    const entry = this.#entries.get(key);
    if (entry === undefined || !this.#isFresh(entry)) return null;
    this.hits += 1;
    return selectVariant(entry, headers);
  }

  #entryOrMade(
    key: string,
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => Promise<unknown>,
  ): Promise<CachedEntry> {
    return this.#entryOf(key, async () => {
      const result = await make();
      const headers: Record<string, string> = {
        'content-type': contentType(result),
        vary: 'accept-encoding',
        ...(this.#options.byLanguage === true && languageHeaders(request)),
      };
      for (const name of [
        'link',
        NEAR_HEADER,
        'cache-control',
        'content-type',
        'content-language',
        'location',
        'content-security-policy',
        'reporting-endpoints',
        'x-robots-tag',
        'cross-origin-opener-policy',
        'cross-origin-resource-policy',
      ]) {
        const value = reply.getHeader(name);
        if (typeof value === 'string') headers[name] = value;
      }
      return { status: reply.statusCode, headers, body: bytesOf(result) };
    });
  }

  #staleResponse(key: string, language: Language): StaleResponse | null {
    const { stale, clock, lifetimeMs } = this.#options;
    const old = this.#entries.get(key);
    if (stale === undefined || old === undefined) return null;
    const expiredMs = clock.now().getTime() - old.until;
    if (expiredMs > MINUTE_MS) return null;
    const ageSeconds = Math.ceil((expiredMs + lifetimeMs) / 1_000);
    const body = stale.mark(old.plain.body!.toString(), language);
    return { headers: old.plain.headers, body, ageSeconds };
  }

  /** With a chosen language, which are few, and never with a header of the client. */
  #toKey(ownKey: string, request: RequestWithServer): string {
    const { byLanguage, isDivided } = this.#options;
    const key = byLanguage === true ? ownKey + ofLanguage(languageOf(request)) : ownKey;
    return isDivided === true && isAnonymous(request.headers) ? key + OF_ANONYMOUS : key;
  }

  holds(key: string, request: RequestWithServer): boolean {
    const cached = this.#entries.get(this.#toKey(key, request));
    return cached !== undefined && this.#isFresh(cached);
  }

  #isFresh({ until }: CachedEntry): boolean {
    const leftMs = until - this.#options.clock.now().getTime();
    return leftMs > 0 && leftMs <= this.#options.lifetimeMs; // More is left if the clock was set back.
  }

  async #entryOf(key: string, make: () => Promise<RenderedResponse>): Promise<CachedEntry> {
    const cached = this.#entries.get(key);
    if (cached !== undefined && this.#isFresh(cached)) {
      this.hits += 1;
      return cached;
    }
    const rendering = this.#making.get(key);
    if (rendering !== undefined) {
      this.hits += 1;
      return rendering;
    }
    this.misses += 1;
    const making = this.#make(make).then((entry) => {
      // Not if it was invalidated meanwhile.
      if (this.#making.get(key) === making && entry.isCacheable) this.#entries.set(key, entry);
      return entry;
    });
    this.#making.set(key, making);
    try {
      return await making;
    } finally {
      if (this.#making.get(key) === making) this.#making.delete(key);
    }
  }

  async #make(make: () => Promise<RenderedResponse>): Promise<CachedEntry> {
    const { status, body, headers: own } = await make();
    const until = this.#options.clock.now().getTime() + this.#options.lifetimeMs;
    const etag = `"${createHash('sha1').update(body).digest('base64url')}"`;
    // The server caches; browsers revalidate each time and mostly get 304.
    const headers: Record<string, string> = {
      'cache-control': 'no-cache',
      ...own,
      etag,
    };
    return {
      status,
      isCacheable: status === (this.#options.cachedStatus ?? 200) && headers['cache-control'] !== NOT_CACHED,
      until,
      etag,
      plain: { status, headers, body },
      unchanged: { status: 304, headers, body: null },
      isCompressible:
        body.length > 1024 && /^(text|application\/(json|xml|atom\+xml))/.test(headers['content-type']!),
      encoded: {},
      encoding: {},
      countedBytes: 0,
      usedAt: 0,
    };
  }
}

const contentType = (result: unknown): string =>
  typeof result === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';

function bytesOf(result: unknown): Buffer {
  if (Buffer.isBuffer(result)) return result;
  const text = typeof result === 'string' ? result : JSON.stringify(result);
  // A slice of the pool of buffers would keep all of it.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

type StaleResponse = { headers: Record<string, string>; body: string; ageSeconds: number };

/** Says in headers how old it is, and that no cache may keep it. */
function sendStaleResponse(reply: FastifyReply, { headers, body, ageSeconds }: StaleResponse): FastifyReply {
  const { etag: _, ...others } = headers;
  return reply
    .code(200)
    .headers({
      ...others,
      'cache-control': NOT_CACHED,
      age: String(ageSeconds),
      warning: '110 - "Response is Stale"',
    })
    .send(body);
}
