import { z } from 'zod';
import { toIsbn13 } from '#features/books/isbn.ts';
import { bookLimits } from '#features/books/rules.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { toFormSubject, toPublishedYear, type EditionFacts } from '../../rules.ts';
import { fetchJson, text, texts, toFact, toFullTitle, type RemoteSource } from './remote-source.ts';

const volume = z.object({
  title: text,
  subtitle: text,
  authors: texts,
  publisher: text,
  publishedDate: text,
  industryIdentifiers: z.array(z.object({ identifier: z.string() })).catch([]),
  categories: texts,
});

const volumeList = z.object({ items: z.array(z.object({ volumeInfo: z.unknown() })).default([]) });

type GoogleBooksOptions = { clock: Clock; url: string; key: string };

/** https://developers.google.com/books/docs/v1/using. Its terms restrict commercial use: only with a key. */
export function createGoogleBooks({ clock, url, key }: GoogleBooksOptions): RemoteSource {
  return {
    name: 'googlebooks',
    // Nearly the 1,000 a day that a key has, without using them up in a minute.
    pace: { points: 40, durationMs: HOUR_MS },
    async fetch(isbn) {
      const query = new URLSearchParams({ q: `isbn:${isbn}`, key });
      const { items } = volumeList.parse(
        await fetchJson(new URL(`/books/v1/volumes?${query}`, url), 'BookSwap'),
      );
      const volumes = items.flatMap(({ volumeInfo }) => volume.safeParse(volumeInfo).data ?? []);
      const found = volumes.find(({ industryIdentifiers }) =>
        industryIdentifiers.some(({ identifier }) => toIsbn13(identifier) === isbn),
      );
      return found === undefined ? null : toFacts(found, clock.now());
    },
  };
}

function toFacts(found: z.infer<typeof volume>, now: Date): EditionFacts | null {
  const title = toFullTitle(found);
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
