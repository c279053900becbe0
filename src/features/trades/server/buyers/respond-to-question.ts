import { and, eq, getTableColumns } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { books } from '#features/books/server/table.ts';
import { lockBook } from '#features/books/server/public.ts';
import { spendBudget } from '#features/budgets/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { tradeProblem, type NamedSale } from '../../contract.ts';
import { canBecome } from '../../rules.ts';
import { confirmNamedSale } from './confirm-named-sale.ts';
import type { DealContext } from './deal-context.ts';
import { toNamedSale } from './name-buyer.ts';
import { isOpenFor } from './open-question.ts';
import { namedSales } from '../table.ts';
import { writeDealEvent } from './write-deal-event.ts';

type Response = { actorId: string; saleId: string; received: boolean };

/**
 * The named buyer says whether they got the book: a 'Yes' is a confirmed sale, once. Repeated, it changes
 * nothing, and a 'No' may be corrected. Throws 'sale-not-found', also for the seller,
 * 'question-withdrawn', 'question-ended', 'sale-confirmed', 'daily-limit-reached'.
 */
export async function respondToQuestion(
  context: DealContext,
  { actorId, saleId, received }: Response,
): Promise<NamedSale> {
  const { database, clock, events } = context;
  const now = clock.now();
  const sale = await database.transaction(async (tx) => {
    const isOwn = and(eq(namedSales.id, saleId), eq(namedSales.buyerId, actorId));
    const [found] = await tx.select({ bookId: namedSales.bookId }).from(namedSales).where(isOwn);
    const book = found && (await lockBook(tx, found.bookId));
    if (book === undefined) throw tradeProblem('sale-not-found');
    const present = await readSale(tx, saleId, now);
    if (present === undefined) throw tradeProblem('sale-not-found');
    const state = received ? 'confirmed' : 'denied';
    if (present.state === state) return { ...present, state } as const;
    if (present.state === 'withdrawn') throw tradeProblem('question-withdrawn');
    if (!canBecome(present.state, state)) throw tradeProblem('sale-confirmed');
    if (!present.isOpen) throw tradeProblem('question-ended');
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    if (received) await confirmNamedSale(context, tx, present, book, now);
    else await tx.update(namedSales).set({ state, answeredAt: now }).where(eq(namedSales.id, saleId));
    const kind = received ? 'received' : 'not-received';
    await writeDealEvent(context, tx, present, kind, now);
    if (received)
      for (const userId of [present.sellerId, actorId]) events.publish(profileChanged, { userId });
    return { ...present, state } as const;
  });
  return toNamedSale(sale);
}

async function readSale(tx: Transaction, saleId: string, now: Date) {
  const [row] = await tx
    .select({ ...getTableColumns(namedSales), isOpen: isOpenFor('buyer', 'seller', now) })
    .from(namedSales)
    .innerJoin(books, eq(books.id, namedSales.bookId))
    .where(eq(namedSales.id, saleId));
  return row;
}
