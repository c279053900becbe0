import {
  BOOK_COLUMNS_SQL,
  type BookPrices,
  type BookRecord,
  isShownSql,
} from '#features/books/server/public.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import {
  afterCursorText,
  decodeKeyset,
  encodeKeyset,
  type Paging,
  rowsForPage,
  toPage,
} from '#platform/server/keyset.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { Favorite } from '../contract.ts';
import { MAX_FAVORITES } from '../rules.ts';

type Row = BookRecord & {
  favorite_id: string;
  favorite_at: Date;
  known_price: number | null;
  is_shown: boolean;
};

/**
 * One page of the actor's favorites, newest first; includes sold books, hidden ones by their ids alone, not
 * deleted ones.
 */
export async function listFavorites(
  { database, prices }: { database: Database; prices: BookPrices },
  actorId: string,
  { limit, cursor, bookId }: Paging & { bookId?: string | undefined },
  now: Date,
): Promise<Page<Favorite>> {
  const after = decodeKeyset(cursor);
  const { rows } = await database.pool.query<Row>({
    name: `list-favorites-${after === null ? 'first' : 'next'}`,
    text: `SELECT f.id AS favorite_id, f.created_at AS favorite_at,
        ${prices.previousPriceSince('b', { since: 'f.created_at', now: '$3' })} AS known_price, ${isShownSql('b')} AS is_shown, ${BOOK_COLUMNS_SQL}
      FROM favorites f JOIN books b ON b.id = f.book_id AND b.deleted_at IS NULL JOIN users u ON u.id = b.seller_id
      WHERE f.user_id = $1 AND ($4::uuid IS NULL OR f.book_id = $4)
        ${after === null ? '' : `AND ${afterCursorText('f', '$5', '$6')}`}
      ORDER BY f.created_at DESC, f.id DESC LIMIT $2`,
    values: [
      actorId,
      rowsForPage(limit),
      now,
      bookId ?? null,
      ...(after === null ? [] : [after.at, after.id]),
    ],
  });
  const page = toPage(rows, limit, (last) => encodeKeyset({ at: last.favorite_at, id: last.favorite_id }));
  const shown = page.items.filter((row) => row.is_shown);
  const books = new Map((await prices.toBooks(database, shown, now)).map((book) => [book.id, book]));
  return {
    items: page.items.map((row) => {
      const book = books.get(row.id);
      return {
        id: row.favorite_id,
        userId: actorId,
        bookId: row.id,
        createdAt: row.favorite_at.toISOString(),
        book: book === undefined ? null : { ...book, previousPrice: book.previousPrice ?? row.known_price },
      };
    }),
    next: page.next,
  };
}

export async function listFavoriteIds(database: Database, actorId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ book_id: string }>({
    name: 'list-favorite-ids',
    text: `SELECT f.book_id FROM favorites f JOIN books b ON b.id = f.book_id AND b.deleted_at IS NULL
      WHERE f.user_id = $1 LIMIT ${MAX_FAVORITES}`,
    values: [actorId],
  });
  return rows.map((row) => row.book_id);
}
