import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#platform/shared/clock.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

export type Answered = { status: number; headers: Record<string, string>; body: Buffer };
type Entry = Answered & { until: number; etag: string; gzip?: Buffer; brotli?: Buffer };

export type ByteCacheOptions = {
  clock: Clock;
  /** How long an answer may be served, in milliseconds. Bounds what `clear` on another process cannot reach. */
  lifetime: number;
  /** The least recently used entries beyond this many go. */
  entries: number;
  /** The status of the answers that are kept; 200 unless said. */
  keep?: number;
};

/**
 * Finished bytes of answers that are the same for everybody, by address. Whoever changes what they show calls `clear`: an
 * answer that was being made meanwhile is sent but not kept, so that a change is never covered by older bytes. Several
 * requests for a missing entry make it once.
 */
export class ByteCache {
  readonly #entries = new Map<string, Entry>();
  readonly #making = new Map<string, Promise<Entry>>();
  readonly #options: ByteCacheOptions;
  #generation = 0;

  constructor(options: ByteCacheOptions) {
    this.#options = options;
  }

  clear(): void {
    this.#generation += 1;
    this.#entries.clear();
    this.#making.clear();
  }

  /**
   * Answers from the cache; on a miss from `make`: a page's text, a picture's bytes, or an object that becomes JSON. `key` holds
   * everything that the answer depends on and nothing else, or strangers could fill the cache with one page. Only what succeeds
   * is kept.
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
        'cross-origin-resource-policy',
      ]) {
        const value = reply.getHeader(name);
        if (typeof value === 'string') headers[name] = value;
      }
      return { status: reply.statusCode, headers, body: bytesOf(result) };
    });
    return send(request, reply, entry);
  }

  /** Whether `answer` would make nothing now. */
  holds(key: string): boolean {
    const kept = this.#entries.get(key);
    return kept !== undefined && kept.until > this.#options.clock.now().getTime();
  }

  async #entryOf(key: string, make: () => Promise<Answered>): Promise<Entry> {
    const kept = this.#entries.get(key);
    if (kept !== undefined && kept.until > this.#options.clock.now().getTime()) return kept;
    const underway = this.#making.get(key);
    if (underway !== undefined) return underway;
    const generation = this.#generation;
    const making = this.#make(make).then((entry) => {
      if (generation === this.#generation && entry.status === (this.#options.keep ?? 200))
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

  async #make(make: () => Promise<Answered>): Promise<Entry> {
    const answered = await make();
    const entry: Entry = {
      ...answered,
      until: this.#options.clock.now().getTime() + this.#options.lifetime,
      etag: `"${createHash('sha1').update(answered.body).digest('base64url')}"`,
    };
    if (answered.body.length > 1024 && /^(text|application\/json)/.test(answered.headers['content-type']!)) {
      entry.gzip = await gzipAsync(answered.body, { level: 6 });
      entry.brotli = await brotliAsync(answered.body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
    }
    return entry;
  }

  #keep(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#options.entries) this.#entries.delete(this.#entries.keys().next().value!);
  }
}

const contentType = (result: unknown): string =>
  typeof result === 'string' ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8';

const bytesOf = (result: unknown): Buffer => {
  if (Buffer.isBuffer(result)) return result;
  return Buffer.from(typeof result === 'string' ? result : JSON.stringify(result));
};

const accepts = (header: string, encoding: string): boolean =>
  header
    .split(',')
    .some((offer) => new RegExp(`^\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*$).*)?$`).test(offer));

function send(request: FastifyRequest, reply: FastifyReply, entry: Entry): FastifyReply {
  void reply.code(entry.status).headers(entry.headers);
  // The shared bytes live on the server; a browser asks each time and mostly hears 304.
  void reply.header('cache-control', 'no-cache').header('etag', entry.etag).header('vary', 'accept-encoding');
  if (entry.status === 200 && request.headers['if-none-match'] === entry.etag) return reply.code(304).send();
  const accepted = request.headers['accept-encoding'] ?? '';
  if (entry.brotli !== undefined && accepts(accepted, 'br'))
    return reply.header('content-encoding', 'br').send(entry.brotli);
  if (entry.gzip !== undefined && accepts(accepted, 'gzip'))
    return reply.header('content-encoding', 'gzip').send(entry.gzip);
  return reply.send(entry.body);
}
