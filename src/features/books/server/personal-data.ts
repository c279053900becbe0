import { asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { bookChanged } from './book-events.ts';
import { books, bookViews } from './table.ts';

/** Deletes a user's listings, with their dependent rows by cascade, and the user's views. */
export function bookPersonalData(events: EventBus): PersonalDataHandler {
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
    async remove(tx, { id }) {
      const listed = await tx.delete(books).where(eq(books.sellerId, id)).returning({ id: books.id });
      await tx.delete(bookViews).where(eq(bookViews.viewer, id));
      return () => {
        for (const { id: bookId } of listed) events.publish(bookChanged, { bookId, sellerId: id });
      };
    },
  };
}
