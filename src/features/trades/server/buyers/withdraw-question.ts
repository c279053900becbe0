import { and, eq, ne } from 'drizzle-orm';
import type { BookHook } from '#features/books/server/public.ts';
import type { EventContext } from '#features/conversations/server/public.ts';
import { confirmedSales, namedSales } from '../table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { tradeProblem } from '../../contract.ts';
import { publishSale, writeSaleEvent } from './write-sale-event.ts';

/**
 * A listing that is available again asks nobody whether they got it. Throws 'sale-confirmed' if its buyer has
 * said so: then it stays sold. The question of a deleted listing is over until it is restored.
 */
export async function followListing(
  context: EventContext,
  ...[tx, { bookId, kind }, now]: Parameters<BookHook>
): Promise<void> {
  if (kind === 'available') return withdrawQuestion(context, tx, bookId, now);
  if (kind !== 'deleted' && kind !== 'restored') return;
  const isWaiting = and(eq(namedSales.bookId, bookId), eq(namedSales.state, 'waiting'));
  const [waiting] = await tx.select().from(namedSales).where(isWaiting);
  if (waiting !== undefined) publishSale(context, waiting);
}

async function withdrawQuestion(
  context: EventContext,
  tx: Transaction,
  bookId: string,
  now: Date,
): Promise<void> {
  if ((await tx.$count(confirmedSales, eq(confirmedSales.bookId, bookId))) > 0)
    throw tradeProblem('sale-confirmed');
  const [withdrawn] = await tx
    .update(namedSales)
    .set({ state: 'withdrawn' })
    .where(and(eq(namedSales.bookId, bookId), ne(namedSales.state, 'withdrawn')))
    .returning();
  if (withdrawn !== undefined) await writeSaleEvent(context, tx, withdrawn, 'available-again', now);
}
