import { and, eq, sql } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { hasBlockedSql } from '#features/blocks/server/public.ts';
import { lockBook } from '#features/books/server/public.ts';
import { spendBudget } from '#features/budgets/server/public.ts';
import { dealProblem, type NamedSale } from '../contract.ts';
import { canBecome } from '../rules.ts';
import { confirmNamedSale } from './confirm-named-sale.ts';
import type { DealContext } from './deal-context.ts';
import { toNamedSale } from './name-buyer.ts';
import { namedSales } from './table.ts';
import { tellDeal } from './tell-deal.ts';

type Response = { actorId: string; saleId: string; received: boolean };

/** A user who has blocked the seller hears no question of theirs. */
export const isHeard = sql.raw(`NOT ${hasBlockedSql('named_sales.buyer_id', 'named_sales.seller_id')}`);

/**
 * The named buyer says whether they got the book: a 'Yes' is a confirmed sale, once. Repeated, it changes
 * nothing, and a 'No' may be corrected. Throws 'sale-not-found', also for the seller,
 * 'question-withdrawn', 'sale-confirmed', 'daily-limit-reached'.
 */
export async function respondToQuestion(
  context: DealContext,
  { actorId, saleId, received }: Response,
): Promise<NamedSale> {
  const { database, clock, events } = context;
  const now = clock.now();
  const { sale, afterCommit } = await database.transaction(async (tx) => {
    await spendBudget(tx, { userId: actorId, kind: 'edits', now });
    const isOwn = and(eq(namedSales.id, saleId), eq(namedSales.buyerId, actorId), isHeard);
    const [found] = await tx.select({ bookId: namedSales.bookId }).from(namedSales).where(isOwn);
    const book = found && (await lockBook(tx, found.bookId));
    if (book === undefined) throw dealProblem('sale-not-found');
    const [present] = await tx.select().from(namedSales).where(isOwn);
    if (present === undefined) throw dealProblem('sale-not-found');
    const state = received ? 'confirmed' : 'denied';
    if (present.state === state) return { sale: { ...present, state } as const, afterCommit: () => {} };
    if (present.state === 'withdrawn') throw dealProblem('question-withdrawn');
    if (!canBecome(present.state, state)) throw dealProblem('sale-confirmed');
    if (received) await confirmNamedSale(tx, present, book, now);
    else await tx.update(namedSales).set({ state, answeredAt: now }).where(eq(namedSales.id, saleId));
    const kind = received ? 'received' : 'not-received';
    const tell = await tellDeal(context, tx, present, { kind }, now);
    const publish = () => {
      tell();
      if (received)
        for (const userId of [present.sellerId, actorId]) events.publish(profileChanged, { userId });
    };
    return { sale: { ...present, state } as const, afterCommit: publish };
  });
  afterCommit();
  return toNamedSale(sale);
}
