import { randomUUID } from 'node:crypto';
import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { isListed } from '#features/books/rules.ts';
import { bookChanged, isShownSql, titleForOthers } from '#features/books/server/public.ts';
import {
  enqueueAvailableBook,
  lockBook,
  setReservation,
} from '#features/books/server/availability/public.ts';
import { hideIfPaused } from '#features/books/server/hidden/public.ts';
import { books } from '#features/books/server/table.ts';
import { conversations } from '#features/conversations/server/table.ts';
import type { AgreedListing } from '../rules.ts';
import { confirmedSales, namedSales, offers, resaleQuestions, reservations } from './table.ts';
import type { TradeContext } from './with-trade.ts';

type Context = Pick<TradeContext, 'events' | 'jobs' | 'clock' | 'localeOf'>;

/** The handlers in the order of deletion: before the conversations, with which offers are deleted. */
export const tradePersonalData = (context: Context): PersonalDataHandler[] => [
  offerPersonalData(context),
  namedSalePersonalData,
  resalePersonalData,
  salePersonalData,
];

/** The rows of offers and reservations are found by their conversations, which are indexed. */
const isParticipant = (userId: string) =>
  or(eq(conversations.buyerId, userId), eq(conversations.sellerId, userId));

/** What a listing said when it was reserved: for its seller, and for the buyer while it is shown. */
const agreedFor = (userId: string) =>
  sql<AgreedListing | null>`CASE WHEN ${sql.raw(isShownSql('books'))} OR ${reservations.sellerId} = ${userId}
    THEN ${reservations.agreed} END`;

/** Offers are deleted with their conversations; a book reserved for a buyer who leaves is free. */
function offerPersonalData({ events, jobs, clock }: Context): PersonalDataHandler {
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
      const { price, until } = reservations;
      const reserved = await orm
        .select({
          conversationId: reservations.conversationId,
          price,
          agreed: agreedFor(userId),
          state: reservations.state,
          until,
        })
        .from(reservations)
        .innerJoin(conversations, eq(conversations.id, reservations.conversationId))
        .innerJoin(books, eq(books.id, reservations.bookId))
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
        const isHidden = await hideIfPaused(tx, book, now);
        if (!isHidden && isListed(book, now)) await enqueueAvailableBook({ jobs }, tx, bookId);
        events.publish(bookChanged, { bookId, sellerId: book.sellerId });
      }
    },
  };
}

/** Deleted with either user, and with the listing. */
const namedSalePersonalData: PersonalDataHandler = {
  name: 'namedSales',
  async export({ orm }, userId) {
    const { bookId, price, state, createdAt, answeredAt } = namedSales;
    const listSales = (
      of: typeof namedSales.sellerId | typeof namedSales.buyerId,
      shownTitle: typeof books.title | typeof titleForOthers,
    ) =>
      orm
        .select({ bookId, title: shownTitle, price, state, createdAt, answeredAt })
        .from(namedSales)
        .innerJoin(books, eq(books.id, bookId))
        .where(eq(of, userId))
        .orderBy(asc(createdAt));
    return {
      named: await listSales(namedSales.sellerId, books.title),
      questions: await listSales(namedSales.buyerId, titleForOthers),
    };
  },
};

/** Deleted with the buyer, and with the sale. */
const resalePersonalData: PersonalDataHandler = {
  name: 'resaleQuestions',
  async export({ orm }, userId) {
    const { saleId, semesterEnd, createdAt, dismissedAt } = resaleQuestions;
    return orm
      .select({ saleId, semesterEnd, createdAt, dismissedAt })
      .from(resaleQuestions)
      .where(eq(resaleQuestions.buyerId, userId))
      .orderBy(asc(createdAt));
  },
};

const { bookId, title, author, price, isbn, condition, confirmedAt } = confirmedSales;
/** Takes title and author from the listing if an old process recorded the sale. */
const ofListing = (column: 'title' | 'author', stored: typeof title | typeof author) =>
  sql<string | null>`coalesce(${stored}, (SELECT b.${sql.raw(column)} FROM books b WHERE b.id = ${bookId}))`;
const exported = {
  title: ofListing('title', title),
  author: ofListing('author', author),
  price,
  isbn,
  condition,
  confirmedAt,
};

/**
 * What a user has sold and bought. Of one who leaves, prices and dates stay without the user, and for a year
 * the hashed mailbox: an account that is made again would count again.
 */
const salePersonalData: PersonalDataHandler = {
  name: 'confirmedSales',
  async export({ orm }, userId) {
    const listSales = (of: typeof confirmedSales.sellerId | typeof confirmedSales.buyerId) =>
      orm.select(exported).from(confirmedSales).where(eq(of, userId)).orderBy(asc(confirmedAt));
    return {
      sold: await listSales(confirmedSales.sellerId),
      bought: await listSales(confirmedSales.buyerId),
    };
  },
  async remove(tx, { id }) {
    // One key for all of them: the sales of one seller still count as one.
    const left = { sellerId: null, sellerKey: randomUUID() };
    await tx.update(confirmedSales).set(left).where(eq(confirmedSales.sellerId, id));
    await tx.update(confirmedSales).set({ buyerId: null }).where(eq(confirmedSales.buyerId, id));
  },
};
