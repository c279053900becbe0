import { and, eq, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { isShownSql } from '#features/books/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { confirmedSales } from '../table.ts';
import type { Database } from '#platform/server/database/database.ts';
import { type Paging, selectPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import { type BoughtBook, tradeProblem } from '../../contract.ts';

/** A sale that an old process recorded has no title. */
const title = sql<string>`coalesce(${confirmedSales.title}, ${books.title})`;

export const selectBought = ({ orm }: Pick<Database, 'orm'>) =>
  orm
    .select({
      id: confirmedSales.id,
      bookId: confirmedSales.bookId,
      isGone: sql<boolean>`${books.id} IS NOT NULL AND NOT ${sql.raw(isShownSql('books'))}`,
      title,
      author: sql<string>`coalesce(${confirmedSales.author}, ${books.author})`,
      subject: sql<string | null>`coalesce(${confirmedSales.subject}, ${books.subject})`,
      isbn: confirmedSales.isbn,
      price: confirmedSales.price,
      boughtAt: confirmedSales.confirmedAt,
      sellerId: users.id,
      sellerName: users.name,
    })
    .from(confirmedSales)
    .leftJoin(books, eq(books.id, confirmedSales.bookId))
    .leftJoin(users, eq(users.id, confirmedSales.sellerId));

/** The books that the actor has bought, newest first. */
export const listBought = (
  database: Pick<Database, 'orm'>,
  actorId: string,
  paging: Paging,
): Promise<Page<BoughtBook>> =>
  selectPage({
    paging,
    columns: { at: confirmedSales.confirmedAt, id: confirmedSales.id },
    select: ({ after, orderBy, limit }) =>
      selectBought(database)
        .where(and(eq(confirmedSales.buyerId, actorId), sql`${title} IS NOT NULL`, after))
        .orderBy(...orderBy)
        .limit(limit),
    toKeyset: ({ boughtAt, id }) => ({ at: boughtAt, id }),
    toItem: toBoughtBook,
  });

/** Throws 'sale-not-found'. */
export async function getBought(
  database: Pick<Database, 'orm'>,
  actorId: string,
  id: string,
): Promise<BoughtBook> {
  const isOwn = and(
    eq(confirmedSales.id, id),
    eq(confirmedSales.buyerId, actorId),
    sql`${title} IS NOT NULL`,
  );
  const [row] = await selectBought(database).where(isOwn);
  if (row === undefined) throw tradeProblem('sale-not-found');
  return toBoughtBook(row);
}

type BoughtRow = Omit<BoughtBook, 'seller' | 'boughtAt'> & {
  isGone: boolean;
  boughtAt: Date;
  sellerId: string | null;
  sellerName: string | null;
};

export const toBoughtBook = ({ sellerId, sellerName, isGone, ...row }: BoughtRow): BoughtBook => ({
  ...row,
  bookId: isGone ? null : row.bookId,
  seller: sellerId === null || sellerName === null ? null : { id: sellerId, name: sellerName },
  boughtAt: row.boughtAt.toISOString(),
});
