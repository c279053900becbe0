import { seedConversation } from '#features/conversations/server/seed-conversation.ts';
import { measureReplies } from '#features/profiles/server/measure-replies.ts';
import { DAY_MS, MINUTE_MS } from '#platform/shared/durations.ts';
import type { DemoCampus } from './demo-campus.ts';
import { demoQuestions, demoReplies, findSeller } from './demo-data.ts';

/** Conversations from which the profiles of some sellers tell how soon they usually reply. */
export async function seedReplies({ database, sellerIds, books, now }: DemoCampus): Promise<void> {
  for (const { seller: firstName, minutes } of demoReplies) {
    const sellerId = sellerIds[findSeller(firstName)]!;
    const { id: bookId, listedAt } = books.find((book) => book.sellerId === sellerId)!;
    const buyers = sellerIds.filter((id) => id !== sellerId);
    for (const [index, delay] of minutes.entries()) {
      // The replies are spread between the listing and now.
      const share = (index + 1) / (minutes.length + 2);
      const age = Math.min(now.getTime() - listedAt.getTime(), 60 * DAY_MS);
      const writtenAt = now.getTime() - age * (1 - share);
      await seedConversation(database, {
        bookId,
        sellerId,
        buyerId: buyers[index]!,
        messages: [
          { from: 'buyer', content: demoQuestions[index]!, at: new Date(writtenAt) },
          {
            from: 'seller',
            content: 'Yes, all good. I’m on campus most afternoons.',
            at: new Date(Math.min(writtenAt + delay * MINUTE_MS, now.getTime())),
          },
        ],
      });
    }
  }
  await measureReplies(database, now);
}
