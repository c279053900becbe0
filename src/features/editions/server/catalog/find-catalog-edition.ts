import { readFileSync } from 'node:fs';
import { splitEdition } from '#ui/cover/cover-rules.ts';
import { withoutSeries, type EditionFacts } from '../../rules.ts';

/** A line of a file by ISBN: a line is split when its ISBN is looked up. */
type Lines = { textbooks: ReadonlyMap<string, string>; goodbooks: ReadonlyMap<string, string> };

let lines: Lines | null = null;

/** The facts that ship with the product. The first call reads the files (record 046). */
export function findCatalogEdition(isbn: string): EditionFacts | null {
  lines ??= { textbooks: readLines('textbooks.tsv'), goodbooks: readLines('goodbooks.tsv') };
  const textbook = lines.textbooks.get(isbn);
  if (textbook !== undefined) {
    const [, title, author, subject] = textbook.split('\t') as [string, string, string, string];
    const { name, edition } = splitEdition(title);
    return { ...unknownFacts, title: name, author, edition: edition || null, subject };
  }
  const goodbook = lines.goodbooks.get(isbn);
  if (goodbook === undefined) return null;
  const [, title, author] = goodbook.split('\t') as [string, string, string];
  return { ...unknownFacts, title: withoutSeries(title), author };
}

const unknownFacts = { author: null, edition: null, publisher: null, publishedYear: null, subject: null };

function readLines(file: string): ReadonlyMap<string, string> {
  const [, ...rows] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return new Map(
    rows.filter((row) => !row.startsWith('\t')).map((row) => [row.slice(0, row.indexOf('\t')), row]),
  );
}
