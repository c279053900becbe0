import { z } from 'zod';
import { singleLineText } from '#platform/shared/text-schemas.ts';
import { bookLimits } from '#features/books/rules.ts';
import type { RateLimit } from '#platform/shared/rate-limit.ts';
import { textId } from '#platform/shared/texts/t.ts';
import { REMOTE_TIMEOUT_MS, type EditionFacts, type RemoteSourceName } from '../../rules.ts';

/** `libraryWork`: Open Library's key of the work, 'OL45804W'. */
export type RemoteFacts = EditionFacts & { libraryWork?: string | null };

/** A library beyond the product. */
export type RemoteSource = {
  name: RemoteSourceName;
  /** How many requests this process may send to it. */
  pace: Omit<RateLimit, 'name'>;
  /** Resolves with null if it does not know the ISBN. Rejects if it fails or its response makes no sense. */
  fetch: (isbn: string) => Promise<RemoteFacts | null>;
};

/** Parts of a response, any of which may be absent or wrong. */
export const texts = z.array(z.string()).optional().catch(undefined);
export const text = z.string().optional().catch(undefined);

/** A response is some kilobytes; a longer one is not read. */
const MAX_RESPONSE_BYTES = 256 * 1024;

/** GETs JSON within the time limit. Rejects on every other status than 200, and on more than 256 kB. */
export async function fetchJson(url: URL, userAgent: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: { accept: 'application/json', 'user-agent': userAgent },
    redirect: 'error',
    signal: AbortSignal.timeout(REMOTE_TIMEOUT_MS),
  });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`${url.host} responds ${response.status}`);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_RESPONSE_BYTES) throw new Error(`${url.host} sends more than ${MAX_RESPONSE_BYTES} bytes`);
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

/** Foreign text as a listing may hold it: one line, cut at the form's limit; null if nothing is left. */
export function toFact(text: string | undefined, max: number = bookLimits.title): string | null {
  const line = [...(text ?? '').replace(/\s+/g, ' ').trim()].slice(0, max).join('').trim();
  const parsed = singleLineText({ min: 1, max, field: textId('books.field.title') }).safeParse(line);
  return parsed.success ? parsed.data : null;
}

/** 'Title: subtitle'; null without a title that a listing may have. */
export const toFullTitle = ({ title, subtitle }: Partial<Record<'title' | 'subtitle', string | undefined>>) =>
  title === undefined ? null : toFact(subtitle === undefined ? title : `${title}: ${subtitle}`);
