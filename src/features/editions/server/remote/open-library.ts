import { z } from 'zod';
import { toIsbn13 } from '#features/books/isbn.ts';
import { bookLimits } from '#features/books/rules.ts';
import type { Clock } from '#platform/shared/clock.ts';
import { toEditionName, toFormSubject, toPublishedYear } from '../../rules.ts';
import {
  fetchJson,
  text,
  texts,
  toFact,
  toFullTitle,
  type RemoteFacts,
  type RemoteSource,
} from './remote-source.ts';

/** A record of `jscmd=details`. Editors of the library fill it in: any part may be absent or wrong. */
const details = z.object({
  title: text,
  subtitle: text,
  authors: z
    .array(z.object({ name: z.string() }))
    .optional()
    .catch(undefined),
  publishers: texts,
  publish_date: text,
  edition_name: text,
  isbn_10: texts,
  isbn_13: texts,
  subjects: texts,
  works: z
    .array(z.object({ key: z.string() }))
    .optional()
    .catch(undefined),
});

const detailsByKey = z.record(z.string(), z.object({ details: z.unknown() }));

type OpenLibraryOptions = {
  clock: Clock;
  /** The origin, such as https://openlibrary.org */
  url: string;
  /** A contact for the library's operators, an email or a URL; with one it allows three requests a second. */
  contact: string | null;
};

/** https://openlibrary.org/dev/docs/api/books. Its data is in the public domain. */
export function createOpenLibrary({ clock, url, contact }: OpenLibraryOptions): RemoteSource {
  return {
    name: 'openlibrary',
    pace: { points: contact === null ? 1 : 3, durationMs: 1_000 },
    async fetch(isbn) {
      const key = `ISBN:${isbn}`;
      const query = new URLSearchParams({ bibkeys: key, jscmd: 'details', format: 'json' });
      const userAgent = contact === null ? 'BookSwap' : `BookSwap (${contact})`;
      // An ISBN that it does not know is absent. So is every one after an error inside of the library.
      const found = detailsByKey.parse(await fetchJson(new URL(`/api/books?${query}`, url), userAgent))[key];
      const record = details.safeParse(found?.details).data;
      return record === undefined ? null : toFacts(isbn, record, clock.now());
    },
  };
}

/** Null for the record of another ISBN, and for one without a title. */
function toFacts(isbn: string, found: z.infer<typeof details>, now: Date): RemoteFacts | null {
  const isbns = [...(found.isbn_13 ?? []), ...(found.isbn_10 ?? [])].map(toIsbn13);
  if (isbns.length > 0 && !isbns.includes(isbn)) return null;
  const title = toFullTitle(found);
  if (title === null) return null;
  const authors = found.authors?.map(({ name }) => name).join(', ');
  return {
    title,
    author: toFact(authors, bookLimits.author),
    edition: toEditionName(found.edition_name ?? ''),
    publisher: toFact(found.publishers?.[0]),
    publishedYear: toPublishedYear(found.publish_date ?? '', now),
    subject: toFormSubject(found.subjects ?? []),
    libraryWork: toWorkKey(found.works),
  };
}

/** 'OL45804W'. A record of several works is of none. */
const toWorkKey = (works: readonly { key: string }[] | undefined): string | null =>
  works?.length === 1 ? (/^\/works\/(OL\d{1,12}W)$/.exec(works[0]!.key)?.[1] ?? null) : null;
