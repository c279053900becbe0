import { readFileSync } from 'node:fs';
import { conditions, type Condition } from '#features/books/rules.ts';
import { createBook } from '#features/books/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { EventBus } from '#platform/server/events/event-bus.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { descriptions } from './demo-data.ts';

export type DemoBook = { id: string; sellerId: string };

type Sellers = { studentId: string; sellerIds: string[]; now: Date };

/** Lists the books of textbooks.tsv, from the oldest listing to the newest, so that ids and times agree. */
export async function createDemoBooks(
  context: { database: Database; events: EventBus },
  { studentId, sellerIds, now }: Sellers,
): Promise<DemoBook[]> {
  const lines = readFileSync(new URL('textbooks.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const listed: DemoBook[] = [];
  for (let index = lines.length - 1; index >= 0; index--) {
    const [isbn, title, author, subject] = lines[index]!.split('\t') as [string, string, string, string];
    // A fixed shuffle, because the file is sorted by subject and a campus is not.
    const position = (index * 31) % lines.length;
    const sellerId = position % 19 === 4 ? studentId : sellerIds[(index * 7 + 3) % sellerIds.length]!;
    const condition = conditions[(index * 13 + 2) % conditions.length]!;
    const book = await createBook(
      context,
      sellerId,
      {
        title,
        author,
        isbn,
        subject,
        condition,
        price: priceOf(index, condition),
        description: descriptions[(index * 3) % descriptions.length]!,
        images: [],
      },
      new Date(now.getTime() - (20 + position * position * 9) * MINUTE_MS),
    );
    listed.push({ id: book.id, sellerId });
  }
  return listed;
}

/** Cents; some books are free. */
function priceOf(index: number, condition: Condition): number {
  if (index % 26 === 11) return 0;
  const worth = { 'Like New': 78, Excellent: 64, Good: 45, Fair: 30, Poor: 14 }[condition];
  return Math.round((worth * (60 + ((index * 37) % 90))) / 100) * 100 - (index % 3 === 0 ? 1 : 0);
}
