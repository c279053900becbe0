import { and, asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { detachPhotos } from '#features/photos/server/public.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { bookChanged } from './book-events.ts';
import { delistBooks } from './availability/delist-books.ts';
import { books } from './table.ts';
import type { BookWorks } from './works/book-works.ts';

/** Deletes a user's listings, with their words, what they said of their ISBNs and, by cascade, their dependent rows. */
export function bookPersonalData({
  events,
  works,
}: {
  events: EventBus;
  works: BookWorks;
}): PersonalDataHandler {
  return {
    name: 'listings',
    async export({ orm }, userId) {
      const rows = await orm
        .select()
        .from(books)
        .where(eq(books.sellerId, userId))
        .orderBy(asc(books.createdAt), asc(books.id));
      return rows.map(
        ({ sellerId: _own, clientListingId: _ours, search: _words, courseCodes: _codes, ...listing }) =>
          listing,
      );
    },
    async remove(tx, { id }, now) {
      const isActive = and(eq(books.sellerId, id), books.isActive);
      const active = await tx
        .select({ id: books.id })
        .from(books)
        .where(isActive)
        .orderBy(books.id)
        .for('update');
      await delistBooks(
        tx,
        active.map((book) => book.id),
        { deletedAt: now },
      );
      const { id: bookId, isbn } = books;
      const listed = await tx.delete(books).where(eq(books.sellerId, id)).returning({ id: bookId, isbn });
      await works.assign(
        tx,
        listed.map((book) => book.isbn),
        now,
      );
      await detachPhotos(
        tx,
        listed.map((book) => book.id),
      );
      for (const book of listed) events.publish(bookChanged, { bookId: book.id, sellerId: id });
    },
  };
}
