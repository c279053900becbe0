import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import { confirmedSales } from '#features/trades/server/table.ts';
import type { Database, Orm } from '#platform/server/database/database.ts';
import { type Paging, selectPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { ReviewRequest } from '../contract.ts';
import { REVIEW_PERIOD_MS, type SaleSide, toReviewEnd } from '../rules.ts';
import { reviews } from './table.ts';
import { toOwnReview } from './write-review.ts';

const { id, bookId, sellerId, buyerId, confirmedAt } = confirmedSales;
/**
 * The sales that the actor may review now, the newest first: those of the last 14 days whose other user is
 * still here, without a public review of the actor. It reads no review of the other participant.
 */
export const listReviewRequests = (
  { orm }: Pick<Database, 'orm'>,
  actorId: string,
  query: Paging & { bookId?: string | undefined },
  now: Date,
): Promise<Page<ReviewRequest>> =>
  selectPage({
    paging: query,
    columns: { at: confirmedAt, id },
    select: ({ after, orderBy, limit }) =>
      selectSales(orm, actorId)
        .where(
          and(
            or(eq(sellerId, actorId), eq(buyerId, actorId)),
            gt(confirmedAt, new Date(now.getTime() - REVIEW_PERIOD_MS)),
            or(isNull(reviews.id), and(isNull(reviews.removedAt), gt(reviews.publishedAt, now))),
            query.bookId === undefined ? undefined : eq(bookId, query.bookId),
            after,
          ),
        )
        .orderBy(...orderBy)
        .limit(limit),
    toKeyset: (sale) => ({ at: sale.confirmedAt, id: sale.id }),
    toItem: (sale) => toReviewRequest(sale, now),
  });

/** The sales of the actor, with the other user and the actor's review. */
const selectSales = (orm: Orm, actorId: string) =>
  orm
    .select({
      id,
      confirmedAt,
      side: sql<SaleSide>`CASE ${sellerId} WHEN ${actorId} THEN 'seller' ELSE 'buyer' END`,
      price: confirmedSales.price,
      counts: confirmedSales.counts,
      bookId: books.id,
      // A sale that an old process recorded has no title.
      title: sql<string | null>`coalesce(${confirmedSales.title}, ${books.title})`,
      author: sql<string | null>`coalesce(${confirmedSales.author}, ${books.author})`,
      isbn: confirmedSales.isbn,
      other: { id: users.id, name: users.name, profileImage: users.profileImage },
      review: reviews,
    })
    .from(confirmedSales)
    .innerJoin(
      users,
      eq(users.id, sql`CASE ${sellerId} WHEN ${actorId} THEN ${buyerId} ELSE ${sellerId} END`),
    )
    .leftJoin(books, eq(books.id, bookId))
    .leftJoin(reviews, and(eq(reviews.saleId, id), eq(reviews.authorId, actorId)));

type SaleRow = Awaited<ReturnType<typeof selectSales>>[number];

function toReviewRequest(sale: SaleRow, now: Date): ReviewRequest {
  const { side, bookId, title, author, isbn, price, other, review } = sale;
  return {
    reservationId: sale.id,
    side,
    book: title === null || author === null ? null : { id: bookId, title, author, isbn },
    price,
    soldAt: sale.confirmedAt.toISOString(),
    other,
    until: toReviewEnd(sale.confirmedAt).toISOString(),
    isPrivate: !sale.counts,
    review: review && toOwnReview(review, now),
  };
}
