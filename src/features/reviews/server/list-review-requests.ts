import { and, eq, gt, or, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import { confirmedSales } from '#features/trades/server/table.ts';
import type { Database } from '#platform/server/database/database.ts';
import {
  afterCursor,
  decodeKeyset,
  encodeKeyset,
  orderByKeyset,
  type Paging,
  rowsForPage,
  toPage,
} from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { ReviewRequest } from '../contract.ts';
import { REVIEW_PERIOD_MS, type SaleSide, toReviewEnd } from '../rules.ts';
import { reviews } from './table.ts';
import { toOwnReview } from './write-review.ts';

const { id, bookId, sellerId, buyerId, confirmedAt } = confirmedSales;
const keyset = { at: confirmedAt, id };

/**
 * The sales that the actor may review now, the newest first: those of the last 14 days whose other user is
 * still here, without a public review of the actor. It reads no review of the other participant.
 */
export async function listReviewRequests(
  { orm }: Pick<Database, 'orm'>,
  actorId: string,
  query: Paging & { bookId?: string | undefined },
  now: Date,
): Promise<Page<ReviewRequest>> {
  const since = new Date(now.getTime() - REVIEW_PERIOD_MS);
  const rows = await orm
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
    .leftJoin(reviews, and(eq(reviews.saleId, id), eq(reviews.authorId, actorId)))
    .where(
      and(
        or(eq(sellerId, actorId), eq(buyerId, actorId)),
        gt(confirmedAt, since),
        or(sql`${reviews.id} IS NULL`, and(sql`${reviews.removedAt} IS NULL`, gt(reviews.publishedAt, now))),
        query.bookId === undefined ? undefined : eq(bookId, query.bookId),
        afterCursor(keyset, decodeKeyset(query.cursor)),
      ),
    )
    .orderBy(...orderByKeyset(keyset))
    .limit(rowsForPage(query.limit));
  const page = toPage(rows, query.limit, (last) => encodeKeyset({ at: last.confirmedAt, id: last.id }));
  return {
    items: page.items.map(
      ({ id: reservationId, side, price, counts, confirmedAt, other, review, ...row }) => ({
        reservationId,
        side,
        book: toBook(row),
        price,
        soldAt: confirmedAt.toISOString(),
        other,
        until: toReviewEnd(confirmedAt).toISOString(),
        isPrivate: !counts,
        review: review && toOwnReview(review, now),
      }),
    ),
    next: page.next,
  };
}

type BookRow = { bookId: string | null; title: string | null; author: string | null; isbn: string | null };

const toBook = ({ bookId: id, title, author, isbn }: BookRow): ReviewRequest['book'] =>
  title === null || author === null ? null : { id, title, author, isbn };
