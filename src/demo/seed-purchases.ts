import { seedConversation } from '#features/conversations/server/seed-conversation.ts';
import { nameBuyer } from '#features/trades/server/buyers/name-buyer.ts';
import { recordConfirmedSale } from '#features/trades/server/sales/record-confirmed-sale.ts';
import { newId } from '#platform/server/new-id.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { DemoCampus } from './demo-campus.ts';
import { demoPurchases, demoQuestion, findSeller } from './demo-data.ts';

/** What the demo student has bought, and the book of which its seller says that the student bought it. */
export async function seedPurchases(campus: DemoCampus): Promise<void> {
  const { database, studentId: buyerId, sellerIds, now } = campus;
  await database.transaction(async (tx) => {
    for (const { seller, hoursAgo, ...book } of demoPurchases) {
      const at = new Date(now.getTime() - hoursAgo * HOUR_MS);
      const users = { sellerId: sellerIds[findSeller(seller)]!, buyerId };
      await recordConfirmedSale(campus, tx, { ...book, ...users, id: newId(at), bookId: null }, at);
    }
  });
  await seedQuestion(campus);
}

async function seedQuestion(campus: DemoCampus): Promise<void> {
  const { database, secrets, events, studentId, books, now, market, localeOf } = campus;
  const { isbn, messages, minutesAgo } = demoQuestion;
  const at = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
  const { id: bookId, sellerId } = books.find((book) => book.isbn === isbn)!;
  await seedConversation(database, {
    bookId,
    sellerId,
    buyerId: studentId,
    messages: messages.map(({ minutesAgo: minutes, ...message }) => ({ ...message, at: at(minutes) })),
  });
  // Nobody is notified, and nobody has an offer for the book.
  const context = {
    database,
    secrets,
    events,
    market,
    localeOf,
    clock: { now: () => at(minutesAgo) },
    jobs: { enqueue: async () => {} },
    listingDays: 1,
    bookHook: async () => {},
    reservationHook: async () => {},
    saleHook: async () => {},
  };
  await nameBuyer(context, { id: sellerId }, { bookId, buyerId: studentId });
}
