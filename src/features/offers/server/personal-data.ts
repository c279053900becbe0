import { and, asc, eq, or } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { enqueueAvailableBook, isListed, lockBook, setReservation } from '#features/books/server/public.ts';
import { OfferChanges, type OfferContext } from './offer-changes.ts';
import { offers, reservations } from './table.ts';

/** Offers are deleted with their conversations; a book reserved for a buyer who leaves is free. */
export function offerPersonalData({
  events,
  jobs,
  clock,
}: Pick<OfferContext, 'events' | 'jobs' | 'clock'>): PersonalDataHandler {
  return {
    name: 'offers',
    async export({ orm }, userId) {
      const { conversationId, amount, state, createdAt, endedAt, senderId } = offers;
      const made = await orm
        .select({ conversationId, amount, state, createdAt, endedAt })
        .from(offers)
        .where(eq(senderId, userId))
        .orderBy(asc(createdAt));
      const { price, until, buyerId, sellerId } = reservations;
      const reserved = await orm
        .select({ conversationId: reservations.conversationId, price, state: reservations.state, until })
        .from(reservations)
        .where(or(eq(buyerId, userId), eq(sellerId, userId)))
        .orderBy(asc(reservations.createdAt));
      return { made, reservations: reserved };
    },
    async remove(tx, { id }) {
      const now = clock.now();
      const changes = new OfferChanges();
      const active = await tx
        .select({ bookId: reservations.bookId })
        .from(reservations)
        .where(and(eq(reservations.buyerId, id), eq(reservations.state, 'active')))
        .orderBy(asc(reservations.bookId));
      for (const { bookId } of active) {
        const book = await lockBook(tx, bookId);
        if (book === undefined) continue;
        await setReservation(tx, bookId, null);
        if (isListed(book, now)) await enqueueAvailableBook({ jobs }, tx, bookId);
        changes.addBook(bookId, book.sellerId);
      }
      return () => changes.publish(events);
    },
  };
}
