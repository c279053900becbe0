import { seedViews } from '#features/books/server/seed-views.ts';
import { setBoost } from '#features/books/server/public.ts';
import { seedConversation } from '#features/conversations/server/seed-conversation.ts';
import { toggleFavorite } from '#features/favorites/server/toggle-favorite.ts';
import { createReport } from '#features/reports/server/create-report.ts';
import { seedSupportMessage } from '#features/support/server/seed-support-message.ts';
import { addEntry } from '#features/wanted/server/save-entry.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { demoTrades } from './demo-trades.ts';
import { seedTrade } from './seed-trades.ts';
import type { DemoBook } from './create-demo-books.ts';
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

type Activity = {
  studentId: string;
  sellerIds: readonly string[];
  books: readonly DemoBook[];
  events: EventBus;
  now: Date;
  /** The campus's IANA time zone. */
  timeZone: string;
};

/** Adds what users have done with the listings, and what waits for the administrator. */
export async function seedActivity(database: Database, activity: Activity): Promise<void> {
  await seedBooks(database, activity);
  for (const entry of studentWanted)
    await addEntry({ database, clock: { now: () => activity.now } }, activity.studentId, entry);
  await seedConversations(database, activity);
  await seedAdministration(database, activity);
}

const findBook = ({ books }: Activity, isbn: string): DemoBook => books.find((book) => book.isbn === isbn)!;

const hoursBefore = ({ now }: Activity, hours: number) => new Date(now.getTime() - hours * HOUR_MS);

async function seedBooks(database: Database, activity: Activity): Promise<void> {
  await database.transaction(async (tx) => {
    for (const { isbn, hoursLeft } of demoBoosts)
      await setBoost(tx, findBook(activity, isbn).id, hoursBefore(activity, -hoursLeft));
    for (const { id, views } of activity.books) await seedViews(tx, id, views);
  });
  const { studentId: actorId, now } = activity;
  for (const [index, isbn] of studentFavorites.entries()) {
    const { id: bookId, listedAt } = findBook(activity, isbn);
    // Somewhere between the listing and now, each at another share.
    const age = (now.getTime() - listedAt.getTime()) / (index + 1.6);
    await toggleFavorite(database, { actorId, bookId, wanted: true }, new Date(now.getTime() - age));
  }
}

async function seedConversations(database: Database, activity: Activity): Promise<void> {
  const { studentId, sellerIds, events, now, timeZone } = activity;
  for (const { isbn, buyer, messages, read } of demoConversations) {
    const { id: bookId, sellerId } = findBook(activity, isbn);
    const buyerId = buyer === undefined ? studentId : sellerIds[findSeller(buyer)]!;
    const conversationId = await seedConversation(database, {
      bookId,
      sellerId,
      buyerId,
      messages: messages.map(({ minutesAgo, ...message }) => ({
        ...message,
        at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
      })),
      ...(read !== undefined && { [buyer === undefined ? 'buyerRead' : 'sellerRead']: read }),
    });
    const trade = demoTrades.find((one) => one.isbn === isbn && one.buyer === buyer);
    if (trade !== undefined)
      await seedTrade(
        { database, events, now, timeZone },
        { conversationId, buyerId, sellerId },
        trade.steps,
      );
  }
}

async function seedAdministration(database: Database, activity: Activity): Promise<void> {
  const { sellerIds } = activity;
  for (const { by, reason, text, hoursAgo, ...target } of demoReports) {
    const clock = { now: () => hoursBefore(activity, hoursAgo) };
    const reported =
      'isbn' in target
        ? ({ kind: 'book', id: findBook(activity, target.isbn).id } as const)
        : ({ kind: 'user', id: sellerIds[findSeller(target.person)]! } as const);
    await createReport({ database, clock }, sellerIds[findSeller(by)]!, { ...reported, reason, text });
  }
  await database.transaction(async (tx) => {
    for (const { subject, message, hoursAgo, ...sender } of demoSupportMessages)
      await seedSupportMessage(tx, {
        ...senderOf(sender, sellerIds),
        subject,
        message,
        at: hoursBefore(activity, hoursAgo),
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
