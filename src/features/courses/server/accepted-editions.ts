import { MAX_COUNTED_COPIES, toNumberedEdition } from '#features/editions/rules.ts';
import { availabilitySql, type Availability, editionsOfWorkSql } from '#features/editions/server/public.ts';
import type { Course } from '../contract.ts';
import { type Accepts, isAccepted } from '../rules.ts';

/** An edition of a listed book's work, and what is available of it. `edition`: its number. */
export type ListedEdition = Availability & { isbn: string; edition: number | null };

/** SQL: whether the row `book` of `course_books` accepts an edition with this number. The book's own ISBN is another question. */
export const acceptsEditionSql = (book: string, edition: string): string =>
  `(CASE WHEN starts_with(${book}.accepts, 'from:') THEN ${edition} >= substr(${book}.accepts, 6)::int ELSE ${book}.accepts = 'any' END)`;

/** SQL of the column `isbn`: what a course accepts for the row `book` of `course_books`, its own ISBN and others of the work. */
export const acceptedIsbnsSql = (book: string): string =>
  `SELECT ${book}.isbn UNION SELECT e.isbn FROM (${editionsOfWorkSql(`${book}.isbn`)}) e
    WHERE ${book}.accepts <> 'exact' AND ${acceptsEditionSql(book, 'e.edition')}`;

type Copies = Parameters<typeof availabilitySql>[0];

/** SQL of the column `editions`, `ListedEdition`s as JSON: all of the work of an ISBN. */
export const editionsSql = ({
  isbn,
  ...copies
}: Copies): string => `SELECT coalesce(json_agg(json_build_object(
    'isbn', e.isbn, 'edition', e.edition, 'available', a.available, 'lowest', a.lowest)), '[]') AS editions
  FROM (${editionsOfWorkSql(isbn)}) e CROSS JOIN LATERAL (${availabilitySql({ isbn: 'e.isbn', ...copies })}) a`;

type ListedBook = { isbn: string; edition: string | null; accepts: Accepts };

type BookAvailability = Pick<
  Course['books'][number],
  'availableCount' | 'lowestPrice' | 'acceptedEditions' | 'olderPrice' | 'newerPrice'
>;

/** What a student of the course can buy, and what only a teacher can allow. */
export function toBookAvailability(book: ListedBook, editions: readonly ListedEdition[]): BookAvailability {
  const accepted = editions.filter((edition) => isAccepted(book, edition));
  const others = editions.filter((edition) => !isAccepted(book, edition));
  const own =
    editions.find(({ isbn }) => isbn === book.isbn)?.edition ?? Number.parseInt(book.edition ?? '', 10);
  const isNewer = ({ edition }: ListedEdition) => edition !== null && edition > own;
  return {
    availableCount: Math.min(
      MAX_COUNTED_COPIES,
      accepted.reduce((sum, { available }) => sum + available, 0),
    ),
    lowestPrice: lowestOf(accepted),
    acceptedEditions: accepted
      .toSorted((one, other) => (other.edition ?? 0) - (one.edition ?? 0) || (one.isbn < other.isbn ? -1 : 1))
      .map(({ isbn, edition, available, lowest }) => ({
        isbn,
        edition: edition === null ? (isbn === book.isbn ? book.edition : null) : toNumberedEdition(edition),
        availableCount: available,
        lowestPrice: lowest,
      })),
    olderPrice: lowestOf(others.filter((edition) => !isNewer(edition))),
    newerPrice: lowestOf(others.filter(isNewer)),
  };
}

function lowestOf(editions: readonly Availability[]): number | null {
  const prices = editions.flatMap(({ lowest }) => lowest ?? []);
  return prices.length === 0 ? null : Math.min(...prices);
}
