import { and, desc, eq } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { SaleQuestion } from '../../contract.ts';
import { MAX_QUESTIONS } from '../../rules.ts';
import { isOpenFor } from './open-question.ts';
import { namedSales } from '../table.ts';

/** The open questions that the actor has not answered, newest first. */
export async function listSaleQuestions(
  { orm }: Pick<Database, 'orm'>,
  actorId: string,
  now: Date,
): Promise<SaleQuestion[]> {
  const rows = await orm
    .select({
      id: namedSales.id,
      bookId: namedSales.bookId,
      title: books.title,
      author: books.author,
      isbn: books.isbn,
      price: namedSales.price,
      seller: { id: users.id, name: users.name },
      createdAt: namedSales.createdAt,
    })
    .from(namedSales)
    .innerJoin(books, eq(books.id, namedSales.bookId))
    .innerJoin(users, eq(users.id, namedSales.sellerId))
    .where(
      and(
        eq(namedSales.buyerId, actorId),
        eq(namedSales.state, 'waiting'),
        isOpenFor('buyer', 'seller', now),
      ),
    )
    .orderBy(desc(namedSales.createdAt), desc(namedSales.id))
    .limit(MAX_QUESTIONS);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
