import { and, eq, ne } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { bookChanged, changeBook, type LockedBook, lockOwnBook } from '#features/books/server/public.ts';
import { spendBudget } from '#features/budgets/server/public.ts';
import { completeReservation } from '../reservations/complete-reservation.ts';
import { confirmedSales, namedSales } from '../table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { tradeProblem, type NamedSale } from '../../contract.ts';
import { MAX_QUESTIONS_PER_BUYER } from '../../rules.ts';
import type { DealContext } from './deal-context.ts';
import { findConversationOfBuyer } from './list-possible-buyers.ts';
import { writeDealEvent } from './write-deal-event.ts';

type Naming = { actorId: string; bookId: string; buyerId: string };
/** A named sale that is not withdrawn. */
type OpenSaleRow = typeof namedSales.$inferSelect & Pick<NamedSale, 'state'>;

/**
 * Marks the actor's listing as sold to a user who wrote about it, who gets the question whether they got
 * it. Naming the same buyer again changes nothing. Throws 'book-not-found', 'buyer-named', 'sale-confirmed',
 * 'not-a-possible-buyer', 'too-many-questions', 'daily-limit-reached'.
 */
export async function nameBuyer(context: DealContext, naming: Naming): Promise<NamedSale> {
  const { database, clock, events } = context;
  const { actorId, bookId, buyerId } = naming;
  const now = clock.now();
  const sale = await database.transaction(async (tx) => {
    const own = await lockOwnBook(tx, actorId, bookId);
    const present = await findNamedSale(tx, bookId);
    if (present?.buyerId === buyerId) return present;
    if (present !== undefined) throw tradeProblem('buyer-named');
    if ((await tx.$count(confirmedSales, eq(confirmedSales.bookId, bookId))) > 0)
      throw tradeProblem('sale-confirmed');
    const conversationId = await findConversationOfBuyer(tx, bookId, buyerId);
    if (conversationId === undefined) throw tradeProblem('not-a-possible-buyer');
    await throwIfOverLimit(tx, naming, now);
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    const price = await sell(context, tx, { own, buyerId, now });
    const sale = { id: newId(now), bookId, conversationId, sellerId: actorId, buyerId, price };
    const [row] = await tx
      .insert(namedSales)
      .values({ ...sale, createdAt: now })
      .returning();
    await writeDealEvent(context, tx, row!, 'sold-to-buyer', now);
    events.publish(bookChanged, { bookId, sellerId: actorId });
    events.publish(profileChanged, { userId: actorId });
    return { ...row!, state: 'waiting' as const };
  });
  return toNamedSale(sale);
}

/** Of a listing; one that was withdrawn is none. */
async function findNamedSale(tx: Transaction, bookId: string): Promise<OpenSaleRow | undefined> {
  const [row] = await tx
    .select()
    .from(namedSales)
    .where(and(eq(namedSales.bookId, bookId), ne(namedSales.state, 'withdrawn')));
  return row as OpenSaleRow | undefined;
}

/** Sells at the price of a reservation for the buyer, else at the asking price. Returns the price. */
async function sell(
  context: DealContext,
  tx: Transaction,
  { own, buyerId, now }: { own: LockedBook; buyerId: string; now: Date },
): Promise<number> {
  const agreed = await completeReservation(context, tx, { book: own, buyerId, now });
  await changeBook(context, tx, own, { isSold: true }, now);
  return agreed ?? own.price;
}

async function throwIfOverLimit(tx: Transaction, naming: Naming, now: Date): Promise<void> {
  const { actorId, bookId, buyerId } = naming;
  const questions = and(eq(namedSales.bookId, bookId), eq(namedSales.buyerId, buyerId));
  if ((await tx.$count(namedSales, questions)) >= MAX_QUESTIONS_PER_BUYER)
    throw tradeProblem('too-many-questions');
  await spendBudget(tx, { userId: actorId, kind: 'namedSales', now });
}

export const toNamedSale = ({ id, bookId, buyerId, price, state }: OpenSaleRow): NamedSale => ({
  id,
  bookId,
  buyerId,
  price,
  state,
});
