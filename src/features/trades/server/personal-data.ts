import { and, asc, eq, or } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import {
  bookChanged,
  enqueueAvailableBook,
  isListed,
  lockBook,
  setReservation,
} from '#features/books/server/public.ts';
import { conversations } from '#features/conversations/server/table.ts';
import type { OfferContext } from './reservations/settle-book.ts';
import { offers, reservations } from './table.ts';

/** The rows of offers and reservations are found by their conversations, which are indexed. */
const isParticipant = (userId: string) =>
  or(eq(conversations.buyerId, userId), eq(conversations.sellerId, userId));

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
        .innerJoin(conversations, eq(conversations.id, conversationId))
        .where(and(isParticipant(userId), eq(senderId, userId)))
        .orderBy(asc(createdAt));
      const { price, agreed, until } = reservations;
      const reserved = await orm
        .select({
          conversationId: reservations.conversationId,
          price,
          agreed,
          state: reservations.state,
          until,
        })
        .from(reservations)
        .innerJoin(conversations, eq(conversations.id, reservations.conversationId))
        .where(isParticipant(userId))
        .orderBy(asc(reservations.createdAt));
      return { made, reservations: reserved };
    },
    async remove(tx, { id }) {
      const now = clock.now();
      const active = await tx
        .select({ bookId: reservations.bookId })
        .from(reservations)
        .innerJoin(conversations, eq(conversations.id, reservations.conversationId))
        .where(and(eq(conversations.buyerId, id), eq(reservations.state, 'active')))
        .orderBy(asc(reservations.bookId));
      for (const { bookId } of active) {
        const book = await lockBook(tx, bookId);
        if (book === undefined) continue;
        await setReservation(tx, bookId, null);
        if (isListed(book, now)) await enqueueAvailableBook({ jobs }, tx, bookId);
        events.publish(bookChanged, { bookId, sellerId: book.sellerId });
      }
    },
  };
}
