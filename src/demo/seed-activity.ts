import { seedViews } from '#features/books/server/seed-views.ts';
import { setBoost } from '#features/books/server/public.ts';
import { seedConversation } from '#features/conversations/server/seed-conversation.ts';
import { toggleFavorite } from '#features/favorites/server/toggle-favorite.ts';
import { createReport } from '#features/reports/server/create-report.ts';
import { seedSupportMessage } from '#features/support/server/create-support-message.ts';
import { addEntry } from '#features/wanted/server/save-entry.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { demoTrades } from './demo-trades.ts';
import { seedTrade } from './seed-trades.ts';
import type { DemoBook } from './create-demo-books.ts';
import { writeDemoPrices } from './demo-price.ts';
import type { DemoCampus } from './demo-campus.ts';
import {
  demoBoosts,
  demoConversations,
  demoEmail,
  demoReports,
  demoSupportMessages,
  findSeller,
  sellers,
  studentFavorites,
  studentWanted,
} from './demo-data.ts';

/** Adds what users have done with the listings, and what waits for the administrator. */
export async function seedActivity(campus: DemoCampus): Promise<void> {
  const { database, studentId, now } = campus;
  await seedBooks(campus);
  for (const entry of studentWanted)
    await addEntry({ database, clock: { now: () => now } }, studentId, entry);
  await seedConversations(campus);
  await seedAdministration(campus);
}

const findBook = ({ books }: DemoCampus, isbn: string): DemoBook => books.find((book) => book.isbn === isbn)!;

const hoursBefore = ({ now }: DemoCampus, hours: number) => new Date(now.getTime() - hours * HOUR_MS);

async function seedBooks(campus: DemoCampus): Promise<void> {
  const { database, studentId: actorId, now } = campus;
  await database.transaction(async (tx) => {
    for (const { isbn, hoursLeft } of demoBoosts)
      await setBoost(tx, findBook(campus, isbn).id, hoursBefore(campus, -hoursLeft));
    for (const { id, views } of campus.books) await seedViews(tx, id, views);
  });
  for (const [index, isbn] of studentFavorites.entries()) {
    const { id: bookId, listedAt } = findBook(campus, isbn);
    // Somewhere between the listing and now, each at another share.
    const age = (now.getTime() - listedAt.getTime()) / (index + 1.6);
    await toggleFavorite(database, { actorId, bookId, wanted: true }, new Date(now.getTime() - age));
  }
}

async function seedConversations(campus: DemoCampus): Promise<void> {
  const { database, studentId, sellerIds, now, localeOf } = campus;
  for (const { isbn, buyer, messages, read } of demoConversations) {
    const { id: bookId, sellerId } = findBook(campus, isbn);
    const buyerId = buyer === undefined ? studentId : sellerIds[findSeller(buyer)]!;
    const conversationId = await seedConversation(database, {
      bookId,
      sellerId,
      buyerId,
      messages: messages.map(({ minutesAgo, content, ...message }) => ({
        ...message,
        content: writeDemoPrices(content, localeOf()),
        at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
      })),
      ...(read !== undefined && { [buyer === undefined ? 'buyerRead' : 'sellerRead']: read }),
    });
    const trade = demoTrades.find((one) => one.isbn === isbn && one.buyer === buyer);
    if (trade !== undefined) await seedTrade(campus, { conversationId, buyerId, sellerId }, trade.steps);
  }
}

async function seedAdministration(campus: DemoCampus): Promise<void> {
  const { database, events, sellerIds } = campus;
  for (const { by, reason, text, hoursAgo, ...target } of demoReports) {
    const clock = { now: () => hoursBefore(campus, hoursAgo) };
    const reported =
      'isbn' in target
        ? ({ kind: 'book', id: findBook(campus, target.isbn).id } as const)
        : ({ kind: 'user', id: sellerIds[findSeller(target.person)]! } as const);
    await createReport({ database, clock, events }, sellerIds[findSeller(by)]!, {
      ...reported,
      reason,
      text,
    });
  }
  await database.transaction(async (tx) => {
    for (const { subject, message, hoursAgo, ...sender } of demoSupportMessages)
      await seedSupportMessage(tx, {
        ...senderOf(sender, sellerIds),
        subject,
        message,
        at: hoursBefore(campus, hoursAgo),
      });
  });
}

type Sender = { from: string } | { name: string; email: string };

function senderOf(sender: Sender, sellerIds: readonly string[]) {
  if ('email' in sender) return { userId: null, ...sender };
  const index = findSeller(sender.from);
  const { name } = sellers[index]!;
  return { userId: sellerIds[index]!, name, email: demoEmail(name) };
}
