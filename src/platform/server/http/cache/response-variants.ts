import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { constants, brotliCompress, gzip } from 'node:zlib';
import type { CachedResponse } from '../fast-path.ts';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

type Encoding = 'br' | 'gzip';
export type CachedEntry = {
  status: number;
  isCacheable: boolean;
  until: number;
  etag: string;
  plain: CachedResponse;
  unchanged: CachedResponse;
  isCompressible: boolean;
  /** Compressed for the first request that accepts the encoding: browsers hardly ever want the other one. */
  encoded: Partial<Record<Encoding, CachedResponse>>;
  encoding: Partial<Record<Encoding, Promise<void>>>;
  /** What the budgets count of it, and its last use there. */
  countedBytes: number;
  usedAt: number;
};

/** Matches a header that offers the encoding, unless with quality 0. */
const acceptEncodingPattern = (encoding: string) =>
  new RegExp(`(^|,)\\s*${encoding}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))[^,]*)?(,|$)`);
const offersBrotli = acceptEncodingPattern('br');
const offersGzip = acceptEncodingPattern('gzip');

function acceptedEncoding({ isCompressible }: CachedEntry, requested: IncomingHttpHeaders): Encoding | null {
  if (!isCompressible) return null;
  const accepted = requested['accept-encoding'] ?? '';
  if (offersBrotli.test(accepted)) return 'br';
  return offersGzip.test(accepted) ? 'gzip' : null;
}

const isUnchanged = (entry: CachedEntry, requested: IncomingHttpHeaders) =>
  entry.status === 200 && requested['if-none-match'] === entry.etag;

/** Makes the variant that the client accepts, if there is none. False if there was. */
export async function encodeFor(entry: CachedEntry, requested: IncomingHttpHeaders): Promise<boolean> {
  const encoding = acceptedEncoding(entry, requested);
  if (encoding === null || isUnchanged(entry, requested) || entry.encoded[encoding] !== undefined)
    return false;
  entry.encoding[encoding] ??= addVariant(entry, encoding);
  await entry.encoding[encoding];
  return true;
}

async function addVariant(entry: CachedEntry, encoding: Encoding): Promise<void> {
  const body = await compress(entry.plain.body!, encoding);
  const headers = { ...entry.plain.headers, 'content-encoding': encoding };
  entry.encoded[encoding] = { status: entry.status, headers, body };
}

/** Bits of the window of an encoder. With 22, the default, V8 collected the whole heap after every 15 to 30 pages. */
const [MIN_WINDOW, MAX_WINDOW] = [16, 22];

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return gzipAsync(body, { level: 6 });
  const window = Math.min(MAX_WINDOW, Math.max(MIN_WINDOW, Math.ceil(Math.log2(body.length))));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: window,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return brotliAsync(body, { params });
}

/** Selects the variant in an encoding that the client accepts, or 304. Null if that variant does not exist yet. */
export function selectVariant(entry: CachedEntry, requested: IncomingHttpHeaders): CachedResponse | null {
  if (isUnchanged(entry, requested)) return entry.unchanged;
  const encoding = acceptedEncoding(entry, requested);
  return encoding === null ? entry.plain : (entry.encoded[encoding] ?? null);
}
