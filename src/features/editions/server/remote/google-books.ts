import { z } from 'zod';
import { bookLimits, toIsbn13 } from '#features/books/rules.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { toFormSubject, toPublishedYear, type EditionFacts } from '../../rules.ts';
import { fetchJson, toFact, type RemoteSource } from './remote-source.ts';

const texts = z.array(z.string()).optional().catch(undefined);
const text = z.string().optional().catch(undefined);

const volume = z.object({
  title: z.string(),
  subtitle: text,
  authors: texts,
  publisher: text,
  publishedDate: text,
  industryIdentifiers: z.array(z.object({ identifier: z.string() })).default([]),
  categories: texts,
});

const volumeList = z.object({ items: z.array(z.object({ volumeInfo: volume })).default([]) });

type GoogleBooksOptions = { clock: Clock; url: string; key: string };

/** https://developers.google.com/books/docs/v1/using. Its terms restrict commercial use: only with a key. */
export function createGoogleBooks({ clock, url, key }: GoogleBooksOptions): RemoteSource {
  return {
    name: 'googlebooks',
    pace: { points: 1_000, durationMs: DAY_MS },
    async fetch(isbn) {
      const query = new URLSearchParams({ q: `isbn:${isbn}`, key });
      const { items } = volumeList.parse(
        await fetchJson(new URL(`/books/v1/volumes?${query}`, url), 'BookSwap'),
      );
      const found = items.find(({ volumeInfo }) =>
        volumeInfo.industryIdentifiers.some(({ identifier }) => toIsbn13(identifier) === isbn),
      );
      return found === undefined ? null : toFacts(found.volumeInfo, clock.now());
    },
  };
}

function toFacts(found: z.infer<typeof volume>, now: Date): EditionFacts | null {
  const title = toFact(found.subtitle === undefined ? found.title : `${found.title}: ${found.subtitle}`);
  if (title === null) return null;
  return {
    title,
    author: toFact(found.authors?.join(', '), bookLimits.author),
    edition: null,
    publisher: toFact(found.publisher),
    publishedYear: toPublishedYear(found.publishedDate ?? '', now),
    subject: toFormSubject(found.categories ?? []),
  };
}
