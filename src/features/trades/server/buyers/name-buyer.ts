import { and, eq, ne } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { bookChanged } from '#features/books/server/public.ts';
import { type PausableActor, throwUnlessReservedTrade } from '#features/conversations/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import { type NamedSale, tradeProblem } from '../../contract.ts';
import { MAX_QUESTIONS_PER_BUYER } from '../../rules.ts';
import { type SellingContext, sellToBuyer } from '../sales/record-confirmed-sale.ts';
import { confirmedSales, namedSales } from '../table.ts';
import { withTrade } from '../with-trade.ts';
import { findConversationOfBuyer, getOwnBook } from './list-possible-buyers.ts';
import { type OpenSaleRow, toNamedSale, writeSaleEvent } from './named-sale.ts';

type Naming = { bookId: string; buyerId: string };

/**
 * Marks the actor's listing as sold to a user who wrote about it, who gets the question whether they got
 * it. The price is that of the buyer's reservation, else the asking price. Naming the same buyer again changes
 * nothing. Throws 'book-not-found', 'buyer-named', 'sale-confirmed', 'not-a-possible-buyer',
 * 'too-many-questions', 'daily-limit-reached'.
 */
export function nameBuyer(context: SellingContext, actor: PausableActor, naming: Naming): Promise<NamedSale> {
  const { bookId, buyerId } = naming;
  return withTrade(
    context,
    (tx) => getOwnBook(tx, actor, bookId),
    async (trade) => {
      const { tx, book, now } = trade;
      const existing = await findNamedSale(tx, bookId);
      if (existing?.buyerId === buyerId) return toNamedSale(existing);
      if (existing !== undefined) throw tradeProblem('buyer-named');
      if ((await tx.$count(confirmedSales, eq(confirmedSales.bookId, bookId))) > 0)
        throw tradeProblem('sale-confirmed');
      const conversationId = await findConversationOfBuyer(tx, bookId, buyerId);
      await throwUnlessReservedTrade(tx, actor, conversationId, now);
      if (conversationId === undefined) throw tradeProblem('not-a-possible-buyer');
      await throwIfOverLimit(tx, actor, naming, now);
      await spendBudget(tx, { userId: actor.id, kind: 'edits', now });
      const reservation = await sellToBuyer(context, trade, buyerId);
      const [sale] = await tx
        .insert(namedSales)
        .values({
          id: newId(now),
          bookId,
          conversationId,
          sellerId: actor.id,
          buyerId,
          reservationId: reservation?.id ?? null,
          price: reservation?.price ?? book.price,
          createdAt: now,
        })
        .returning();
      await writeSaleEvent(context, tx, sale!, 'sold-to-buyer', now);
      context.events.publish(bookChanged, { bookId, sellerId: actor.id });
      context.events.publish(profileChanged, { userId: actor.id });
      return toNamedSale(sale as OpenSaleRow);
    },
  );
}

/** The open named sale of a listing; a withdrawn one does not count. */
async function findNamedSale(tx: Transaction, bookId: string): Promise<OpenSaleRow | undefined> {
  const [row] = await tx
    .select()
    .from(namedSales)
    .where(and(eq(namedSales.bookId, bookId), ne(namedSales.state, 'withdrawn')));
  return row as OpenSaleRow | undefined;
}

async function throwIfOverLimit(
  tx: Transaction,
  actor: Pick<Actor, 'id'>,
  { bookId, buyerId }: Naming,
  now: Date,
): Promise<void> {
  const questions = and(eq(namedSales.bookId, bookId), eq(namedSales.buyerId, buyerId));
  if ((await tx.$count(namedSales, questions)) >= MAX_QUESTIONS_PER_BUYER)
    throw tradeProblem('too-many-questions');
  await spendBudget(tx, { userId: actor.id, kind: 'namedSales', now });
}
