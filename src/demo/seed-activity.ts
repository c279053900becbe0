import { seedViews, setBoost } from '#features/books/server/public.ts';
import { seedConversation } from '#features/conversations/server/public.ts';
import { addFavorite } from '#features/favorites/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import { demoConversations } from './demo-data.ts';
import type { DemoBook } from './create-demo-books.ts';

const boostHoursLeft = [41.2, 0.8, 66, 17.5];
const favoriteIndexes = [2, 9, 17, 30, 44];

type Activity = { studentId: string; books: DemoBook[]; now: Date };

/** Adds boosts and views to the listings, and conversations and favorites of the demo student. */
export async function seedActivity(database: Database, { studentId, books, now }: Activity): Promise<void> {
  const others = books.filter((book) => book.sellerId !== studentId);
  await database.transaction(async (tx) => {
    for (const [index, hours] of boostHoursLeft.entries())
      await setBoost(tx, others[(index + 1) * 13]!.id, new Date(now.getTime() + hours * HOUR_MS));
    for (const { id } of books) await seedViews(tx, id, (Number.parseInt(id.slice(-4), 16) % 240) + 3);
  });
  for (const [index, messages] of demoConversations.entries()) {
    const book = others.at(-3 - index * 5)!;
    await seedConversation(database, {
      bookId: book.id,
      sellerId: book.sellerId,
      buyerId: studentId,
      messages: messages.map(({ minutesAgo, ...message }) => ({
        ...message,
        at: new Date(now.getTime() - minutesAgo * MINUTE_MS),
      })),
      ...(index === 0 && { buyerRead: messages.length - 1 }),
    });
  }
  for (const index of favoriteIndexes)
    await addFavorite(
      database,
      { actorId: studentId, bookId: others[index]!.id },
      new Date(now.getTime() - index * 10 * HOUR_MS),
    );
}
