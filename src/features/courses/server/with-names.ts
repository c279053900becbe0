import { findStoredEditions } from '#features/editions/server/public.ts';
import type { Course } from '../contract.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';

/** A book of a reading list as it is stored. */
export type ListedBookRow = Pick<
  Course['books'][number],
  'isbn' | 'title' | 'author' | 'edition' | 'requirement' | 'accepts'
>;

type ListedBook = { isbn: string; title: string | null; author: string | null; edition: string | null };

/** Books of reading lists: those that nobody knew at the import get the names that are known by now. */
export async function withNames<B extends ListedBook>(
  database: ReadableDatabase,
  books: readonly B[],
): Promise<B[]> {
  const nameless = books.filter(({ title }) => title === null).map(({ isbn }) => isbn);
  if (nameless.length === 0) return [...books];
  const editions = await findStoredEditions(database, nameless);
  return books.map((book) => {
    const known = book.title === null ? editions.get(book.isbn) : undefined;
    return known === undefined
      ? book
      : { ...book, title: known.title, author: known.author, edition: known.edition };
  });
}
