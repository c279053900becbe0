import {
  BOOK_COLUMNS_SQL,
  type BookRecord,
  isAvailableSql,
  isShownSql,
  toUnratedBook,
} from '#features/books/server/public.ts';
import { bookProblem } from '#features/books/contract.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { SellerSlip, Slip } from '../contract.ts';
import { MAX_SLIPS_OF_SELLER, shortPath } from '../rules.ts';
import { createShortAddresses } from './create-short-addresses.ts';
import { findOtherCopies } from './find-other-copies.ts';

type SlipContext = Pick<ServerContext, 'database' | 'publicUrl'>;

/** Throws 'book-not-found', also for a deleted or hidden listing. */
export async function getSlip(
  { database, publicUrl }: SlipContext,
  bookId: string,
  now: Date,
): Promise<Slip> {
  const { rows } = await database.pool.query<BookRecord>({
    name: 'slip-of-book',
    text: `SELECT ${BOOK_COLUMNS_SQL} FROM books b JOIN users u ON u.id = b.seller_id
      WHERE b.id = $1 AND ${isShownSql('b')}`,
    values: [bookId],
  });
  if (rows[0] === undefined) throw bookProblem('book-not-found');
  const book = toUnratedBook(rows[0], now);
  if (!book.isActive) {
    const otherCopies = await findOtherCopies(database, book.isbn, now);
    return { shortCode: null, url: null, book, otherCopies };
  }
  const shortCode = (await createShortAddresses(database, [book.id], now)).get(book.id) ?? null;
  const url = shortCode === null ? null : publicUrl + shortPath(shortCode);
  return { shortCode, url, book, otherCopies: [] };
}

/** Of the listings that can be had, the newest first: a reserved one invites in vain. */
export async function listSlipsOfSeller(
  { database, publicUrl }: SlipContext,
  sellerId: string,
  now: Date,
): Promise<SellerSlip[]> {
  const { rows } = await database.pool.query<BookRecord>({
    name: 'slips-of-seller',
    text: `SELECT ${BOOK_COLUMNS_SQL} FROM books b JOIN users u ON u.id = b.seller_id
      WHERE b.seller_id = $1 AND b.deleted_at IS NULL AND ${isAvailableSql('b', '$2')}
      ORDER BY b.created_at DESC, b.id DESC LIMIT ${MAX_SLIPS_OF_SELLER}`,
    values: [sellerId, now],
  });
  const codes = await createShortAddresses(
    database,
    rows.map(({ id }) => id),
    now,
  );
  return rows.flatMap((row) => {
    const shortCode = codes.get(row.id);
    return shortCode === undefined
      ? []
      : [{ shortCode, url: publicUrl + shortPath(shortCode), book: toUnratedBook(row, now) }];
  });
}
