import { isAvailableSql, isListedSql } from '#features/books/server/public.ts';
import type { ReadableDatabase } from '#platform/server/database/database.ts';
import { editionProblem, type OtherListings, type Work } from '../../contract.ts';
import {
  MAX_COUNTED_COPIES,
  MAX_EDITIONS_OF_WORK,
  MAX_SHOWN_OTHER_LISTINGS,
  toNumberedEdition,
} from '../../rules.ts';
import { withoutEdition } from '../recognition/read-edition.ts';
import { findStoredEditions } from '../find-stored-editions.ts';
import { type Availability, availabilitySql } from './availability-sql.ts';
import { isConfirmedEditionSql } from './same-work-sql.ts';
import { recognizeEdition } from './work-keys.ts';

type EditionRow = Availability & {
  isbn: string;
  title: string | null;
  author: string | null;
  edition: number | null;
  publishedYear: number | null;
};

/**
 * SQL of the title and the author of the edition `w`: of the catalog or a library, else of its newest listing
 * that agrees with the others.
 */
export const editionNameSql = (now: string): string => `SELECT coalesce(w.title, listing.title) AS title,
    coalesce(w.author, listing.author) AS author
  FROM (SELECT) one LEFT JOIN LATERAL (SELECT b.title, b.author FROM books b
    WHERE w.title IS NULL AND b.isbn = w.isbn AND b.isbn IS NOT NULL AND b.deleted_at IS NULL AND ${isListedSql('b', now)}
    ORDER BY b.work_keys && w.work_keys DESC NULLS LAST, b.created_at DESC LIMIT 1) listing ON true`;

/** The work of an ISBN with its editions, the newest first. Throws 'edition-not-found'. */
export async function findWork(database: ReadableDatabase, isbn: string, now: Date): Promise<Work> {
  const known = (await findStoredEditions(database, [isbn])).get(isbn);
  const recognized = known === undefined ? null : recognizeEdition(known);
  const { rows } = await database.pool.query<EditionRow>({
    name: 'find-work',
    text: `WITH own AS (
        (SELECT work_id, 0 AS place FROM work_editions WHERE isbn = $1)
        UNION ALL (SELECT work_id, 1 FROM work_editions WHERE work_keys && $3::text[] AND decision IS DISTINCT FROM 'split' LIMIT 1)
        ORDER BY place LIMIT 1)
      SELECT w.isbn, name.title, name.author, w.edition, w.published_year AS "publishedYear", listed.available, listed.lowest
      FROM own JOIN work_editions w ON w.work_id = own.work_id
        CROSS JOIN LATERAL (${availabilitySql({ isbn: 'w.isbn', now: '$2' })}) listed
        CROSS JOIN LATERAL (${editionNameSql('$2')}) name
      ORDER BY w.isbn = $1 DESC, ${isConfirmedEditionSql('w')} DESC, w.edition DESC NULLS LAST, w.isbn LIMIT ${MAX_EDITIONS_OF_WORK}`,
    values: [isbn, now, recognized?.workKeys ?? []],
  });
  const own = rows.find((row) => row.isbn === isbn);
  // What is neither listed, wanted nor on a reading list has no row.
  const unlisted: EditionRow[] =
    own === undefined && known !== undefined
      ? [
          {
            ...known,
            isbn,
            edition: recognized!.editionNumber,
            publishedYear: null,
            available: 0,
            lowest: null,
          },
        ]
      : [];
  const editions = [...rows, ...unlisted].toSorted(newestFirst).slice(0, MAX_EDITIONS_OF_WORK);
  const named = editions.find(({ title }) => title !== null);
  if (editions.length === 0) throw editionProblem('edition-not-found');
  return {
    title: named?.title ? withoutEdition(named.title) : null,
    author: named?.author ?? null,
    editions: editions.map(({ edition, available, lowest, ...facts }) => ({
      isbn: facts.isbn,
      edition: edition === null ? null : toNumberedEdition(edition),
      publishedYear: facts.publishedYear,
      availableCount: available,
      lowestPrice: lowest,
    })),
  };
}

/** By the number, else by the year; what tells neither comes last. */
function newestFirst(one: EditionRow, other: EditionRow): number {
  const byNumber = compare(one.edition, other.edition);
  return byNumber ?? compare(one.publishedYear, other.publishedYear) ?? rank(other) - rank(one);
}

const compare = (one: number | null, other: number | null) =>
  one === null || other === null || one === other ? undefined : other - one;
const rank = ({ edition, publishedYear }: EditionRow) =>
  edition !== null ? 2 : publishedYear !== null ? 1 : 0;

type ListingRow = Omit<OtherListings['listings'][number], 'edition' | 'createdAt'> & {
  edition: number | null;
  createdAt: Date;
  count: number;
};

/** The available listings of other editions: those of the nearest numbers first, then the cheapest. */
export async function listOtherEditions(
  database: ReadableDatabase,
  isbn: string,
  now: Date,
): Promise<OtherListings> {
  const { rows } = await database.pool.query<ListingRow>({
    name: 'listings-of-other-editions',
    text: `WITH listing AS MATERIALIZED (
        SELECT b.id, b.isbn, b.title, b.author, b.price, b.condition, b.images, b.created_at, b.seller_id,
          coalesce(w.edition, b.edition_number) AS edition, own.edition AS own_edition
        FROM work_editions own JOIN work_editions w ON w.work_id = own.work_id AND w.isbn <> own.isbn
          JOIN books b ON b.isbn = w.isbn AND b.isbn IS NOT NULL AND ${isAvailableSql('b', '$2')}
        WHERE own.isbn = $1 LIMIT ${MAX_COUNTED_COPIES})
      SELECT l.id AS "bookId", l.isbn, l.title, l.author, l.price, l.condition, l.images, l.created_at AS "createdAt", l.edition,
        u.name AS "sellerName", (SELECT count(*)::int FROM listing) AS count
      FROM listing l JOIN users u ON u.id = l.seller_id
      ORDER BY abs(l.edition - l.own_edition) NULLS LAST, l.price, l.created_at DESC, l.id LIMIT ${MAX_SHOWN_OTHER_LISTINGS}`,
    values: [isbn, now],
  });
  return {
    count: rows[0]?.count ?? 0,
    listings: rows.map(({ count: _count, edition, createdAt, ...listing }) => ({
      ...listing,
      edition: edition === null ? null : toNumberedEdition(edition),
      createdAt: createdAt.toISOString(),
    })),
  };
}
