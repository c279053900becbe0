import { getTableColumns } from 'drizzle-orm';
import { book, type Book } from '../contract.ts';
import { shownPreviousPrice } from '../price-cut.ts';
import { isBoosted, toListingEnd } from '../rules.ts';
import { books } from './table.ts';

type Columns = typeof books.$inferSelect;
type SharedColumn = keyof Book & keyof Columns;

const columns = getTableColumns(books);
const sharedColumns = Object.keys(book.shape).filter((name) => name in columns) as SharedColumn[];

const toColumns = (names: readonly (keyof typeof columns)[]): string =>
  names.map((name) => `b.${columns[name].name} AS "${name}"`).join(', ');

/** The columns of a book with its seller, over the aliases `b` (books) and `u` (users), as in `BookRecord`. */
export const BOOK_COLUMNS_SQL = `${toColumns([...sharedColumns, 'priceLoweredAt'])},
  u.name AS "sellerName", u.profile_image AS "sellerImage", u.university AS "sellerUniversity",
  u.student_university AS "sellerStudentUniversity", u.total_sales AS "sellerSales", u.mailbox AS "sellerMailbox",
  u.email_verified AS "isSellerVerified"`;

/** The same for its seller, who sees it while it is hidden, too. */
export const OWN_BOOK_COLUMNS_SQL = `${toColumns(['hiddenBy', 'hiddenAt', 'isExpired'])}, ${BOOK_COLUMNS_SQL}`;

export type BookRecord = Pick<Columns, SharedColumn | 'priceLoweredAt'> & {
  sellerName: string;
  sellerImage: string | null;
  sellerUniversity: string | null;
  sellerStudentUniversity: string | null;
  sellerSales: number;
  /** Never part of a response. */
  sellerMailbox: string;
  isSellerVerified: boolean;
};

export type OwnBookRecord = BookRecord & Pick<Columns, 'hiddenBy' | 'hiddenAt' | 'isExpired'>;

/**
 * Converts a row to its API form, without the rating of its price (`book-prices.ts`). Treats an expired boost
 * as none and an expired listing as inactive, even before the jobs change their flags.
 */
export function toUnratedBook(row: BookRecord, now: Date): Omit<Book, 'priceRating'> {
  const boosted = isBoosted(row, now);
  const endsAt = toListingEnd({ ...row, boostedUntil: boosted ? row.boostedUntil : null });
  const isActive = row.isActive && endsAt > now;
  const isReserved = isActive && row.reservedUntil !== null && row.reservedUntil > now;
  const shared = Object.fromEntries(sharedColumns.map((name) => [name, toJson(row[name])])) as Pick<
    Book,
    SharedColumn
  >;
  return {
    ...shared,
    previousPrice: isActive ? shownPreviousPrice(row, now) : null,
    isActive,
    isBoosted: boosted,
    boostedUntil: boosted ? shared.boostedUntil : null,
    expiresAt: endsAt.toISOString(),
    reservedUntil: isReserved ? shared.reservedUntil : null,
    seller: {
      id: row.sellerId,
      name: row.sellerName,
      profileImage: row.sellerImage,
      university: row.sellerUniversity,
      studentUniversity: row.sellerStudentUniversity,
      totalSales: row.sellerSales,
    },
  };
}

const toJson = (value: unknown) => (value instanceof Date ? value.toISOString() : value);
