import { and, eq, getTableColumns } from 'drizzle-orm';
import { profileChanged, spendBudget } from '#features/accounts/server/public.ts';
import { books } from '#features/books/server/table.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { tradeProblem, type NamedSale } from '../../contract.ts';
import { canBecome } from '../../rules.ts';
import { confirmNamedSale } from './confirm-named-sale.ts';
import type { SellingContext } from '../sales/sell-to-buyer.ts';
import { type FindOfActor, withTrade } from '../with-trade.ts';
import { toNamedSale } from './name-buyer.ts';
import { isOpenFor } from './open-question.ts';
import { namedSales } from '../table.ts';
import { writeSaleEvent } from './write-sale-event.ts';

/**
 * The named buyer says whether they got the book: a 'Yes' is a confirmed sale, once. Repeated, it changes
 * nothing, and a 'No' may be corrected. Throws 'sale-not-found', also for the seller,
 * 'question-withdrawn', 'question-ended', 'sale-confirmed', 'daily-limit-reached'.
 */
export function respondToQuestion(
  context: SellingContext,
  actor: Pick<Actor, 'id'>,
  { saleId, received }: { saleId: string; received: boolean },
): Promise<NamedSale> {
  const state = received ? 'confirmed' : 'denied';
  return withTrade(context, actor, getQuestion(saleId, context.clock.now()), async (trade, sale) => {
    const { tx, book, now } = trade;
    if (sale.state === state) return toNamedSale({ ...sale, state });
    if (sale.state === 'withdrawn') throw tradeProblem('question-withdrawn');
    if (!canBecome('sale', sale.state, state)) throw tradeProblem('sale-confirmed');
    if (!sale.isOpen) throw tradeProblem('question-ended');
    await spendBudget(tx, { userId: actor.id, kind: 'edits', now });
    if (received) await confirmNamedSale(context, tx, sale, book, now);
    else await tx.update(namedSales).set({ state, answeredAt: now }).where(eq(namedSales.id, saleId));
    await writeSaleEvent(context, tx, sale, received ? 'received' : 'not-received', now);
    if (received)
      for (const userId of [sale.sellerId, actor.id]) context.events.publish(profileChanged, { userId });
    return toNamedSale({ ...sale, state });
  });
}

type Question = typeof namedSales.$inferSelect & { isOpen: boolean };

/** The question whether the actor got a book. Throws 'sale-not-found'. */
const getQuestion =
  (saleId: string, now: Date): FindOfActor<Question> =>
  async (tx, actor) => {
    const [sale] = await tx
      .select({ ...getTableColumns(namedSales), isOpen: isOpenFor('buyer', 'seller', now) })
      .from(namedSales)
      .innerJoin(books, eq(books.id, namedSales.bookId))
      .where(and(eq(namedSales.id, saleId), eq(namedSales.buyerId, actor.id)));
    if (sale === undefined) throw tradeProblem('sale-not-found');
    return sale;
  };
