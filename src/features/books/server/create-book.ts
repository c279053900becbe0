import { attachPhotos } from '#features/photos/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import type { Book, BookFields } from '../contract.ts';
import { books } from './table.ts';
import { bookInTransaction, learnSearchTerms } from './write-book.ts';

/** Lists a book of the actor's with photos the actor has uploaded. */
export async function createBook(database: Database, actorId: string, fields: BookFields, now: Date): Promise<Book> {
  return database.transaction(async (tx) => {
    const id = newId(now);
    await tx.insert(books).values({ ...fields, id, sellerId: actorId, createdAt: now, updatedAt: now });
    await attachPhotos(tx, { ownerId: actorId, bookId: id, urls: fields.images, now });
    await learnSearchTerms(tx, id);
    return bookInTransaction(tx, id);
  });
}
