import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import { profileChanged } from '#features/accounts/server/public.ts';
import { spendBudget } from '#features/accounts/server/budgets/public.ts';
import { users } from '#features/accounts/server/table.ts';
import { books } from '#features/books/server/table.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { type NamedSale, type SaleQuestion, tradeProblem } from '../../contract.ts';
import { canBecome, MAX_SHOWN_QUESTIONS } from '../../rules.ts';
import { recordConfirmedSale, type SellingContext } from '../sales/record-confirmed-sale.ts';
import { namedSales } from '../table.ts';
import { type LockedTrade, withTrade } from '../with-trade.ts';
import { isOpenFor, type NamedSaleRow, toNamedSale, writeSaleEvent } from './named-sale.ts';

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
  const find = getQuestion(actor, saleId, context.clock.now());
  return withTrade(context, find, async (trade, sale) => {
    const { tx, now } = trade;
    if (sale.state === state) return toNamedSale({ ...sale, state });
    if (sale.state === 'withdrawn') throw tradeProblem('question-withdrawn');
    if (!canBecome('sale', sale.state, state)) throw tradeProblem('sale-confirmed');
    if (!sale.isOpen) throw tradeProblem('question-ended');
    await spendBudget(tx, { userId: actor.id, kind: 'edits', now });
    if (received) await confirmNamedSale(context, trade, sale);
    else await tx.update(namedSales).set({ state, answeredAt: now }).where(eq(namedSales.id, saleId));
    await writeSaleEvent(context, tx, sale, received ? 'received' : 'not-received', now);
    if (received)
      for (const userId of [sale.sellerId, actor.id]) context.events.publish(profileChanged, { userId });
    return toNamedSale({ ...sale, state });
  });
}

/** The question whether the actor got a book. Throws 'sale-not-found'. */
const getQuestion =
  (actor: Pick<Actor, 'id'>, saleId: string, now: Date) =>
  async (tx: Transaction): Promise<NamedSaleRow & { isOpen: boolean }> => {
    const [sale] = await tx
      .select({ ...getTableColumns(namedSales), isOpen: isOpenFor('buyer', now) })
      .from(namedSales)
      .innerJoin(books, eq(books.id, namedSales.bookId))
      .where(and(eq(namedSales.id, saleId), eq(namedSales.buyerId, actor.id)));
    if (sale === undefined) throw tradeProblem('sale-not-found');
    return sale;
  };

/**
 * The sale that the code of a completed reservation proves: the question to its buyer is open and without a
 * response. The code was shown before a 'No', so it proves nothing against one.
 */
export async function findSaleToProve(
  tx: Transaction,
  reservationId: string,
  now: Date,
): Promise<NamedSaleRow | undefined> {
  const isWaiting = and(eq(namedSales.reservationId, reservationId), eq(namedSales.state, 'waiting'));
  const [sale] = await tx
    .select(getTableColumns(namedSales))
    .from(namedSales)
    .innerJoin(books, eq(books.id, namedSales.bookId))
    .where(and(isWaiting, isOpenFor('buyer', now)));
  return sale;
}

/** A confirmed sale, recorded once; its book is locked. Throws 'sale-confirmed'. */
export async function confirmNamedSale(
  context: SellingContext,
  trade: LockedTrade,
  { id, bookId, sellerId, buyerId, price }: NamedSaleRow,
): Promise<void> {
  const { tx, now, book } = trade;
  const { isbn, condition } = book;
  const sale = { id, bookId, sellerId, buyerId, price, isbn, condition };
  if (!(await recordConfirmedSale(context, tx, sale, now))) throw tradeProblem('sale-confirmed');
  await tx.update(namedSales).set({ state: 'confirmed', answeredAt: now }).where(eq(namedSales.id, id));
  await context.saleHook(trade, sale);
}

/** The open questions that the actor has not answered, newest first. */
export async function listSaleQuestions(
  { orm }: Pick<Database, 'orm'>,
  actorId: string,
  now: Date,
): Promise<SaleQuestion[]> {
  const rows = await orm
    .select({
      id: namedSales.id,
      bookId: namedSales.bookId,
      title: books.title,
      author: books.author,
      isbn: books.isbn,
      price: namedSales.price,
      seller: { id: users.id, name: users.name },
      createdAt: namedSales.createdAt,
    })
    .from(namedSales)
    .innerJoin(books, eq(books.id, namedSales.bookId))
    .innerJoin(users, eq(users.id, namedSales.sellerId))
    .where(and(eq(namedSales.buyerId, actorId), eq(namedSales.state, 'waiting'), isOpenFor('buyer', now)))
    .orderBy(desc(namedSales.createdAt), desc(namedSales.id))
    .limit(MAX_SHOWN_QUESTIONS);
  return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
}
