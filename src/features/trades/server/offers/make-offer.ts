import { and, eq } from 'drizzle-orm';
import { dayOf } from '#features/budgets/rules.ts';
import { spendUse } from '#features/budgets/server/public.ts';
import { toListingEnd } from '#features/books/rules.ts';
import { isListed, lockBook } from '#features/books/server/public.ts';
import { conversationProblem } from '#features/conversations/contract.ts';
import {
  addMessage,
  type ConversationRow,
  findRepeatedMessage,
  getConversationOfActor,
} from '#features/conversations/server/public.ts';
import { conversations } from '#features/conversations/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import { type Offer, tradeProblem } from '../../contract.ts';
import {
  describeOffer,
  endWithin,
  isOfferAmount,
  MAX_OFFERS_PER_DAY,
  OFFER_LIFETIME_MS,
} from '../../rules.ts';
import { toOfferedListing } from './offered-listing.ts';
import {
  type BookWork,
  endOffer,
  findReservation,
  type OfferContext,
  type OfferRow,
  settleBook,
} from '../reservations/settle-book.ts';
import { offers } from '../table.ts';

type OfferInput = { amount: number; clientMessageId?: string | undefined };

/**
 * Makes an offer as a message. Throws 'conversation-not-found', 'cannot-offer-own-book', 'book-unavailable',
 * 'book-reserved', 'offer-pending', 'invalid-offer-amount', 'too-many-offers', 'recipient-blocked-by-you',
 * 'daily-limit-reached'.
 */
export async function makeOffer(
  context: OfferContext,
  actor: Pick<Actor, 'id'>,
  { conversationId, ...input }: OfferInput & { conversationId: string },
): Promise<Offer> {
  return inTransaction(context, async (tx, start) => {
    const conversation = await getConversationOfActor(tx, actor, eq(conversations.id, conversationId));
    if (conversation.sellerId === actor.id) throw tradeProblem('cannot-offer-own-book');
    const work = await start(conversation.bookId);
    await settleBook(work);
    return addOffer(work, { conversation, actor, ...input });
  });
}

/** Ends a received offer by another one. Throws as `makeOffer`, and 'offer-not-found', 'offer-ended'. */
export async function counterOffer(
  context: OfferContext,
  actor: Pick<Actor, 'id'>,
  { offerId, ...input }: OfferInput & { offerId: string },
): Promise<Offer> {
  return inTransaction(context, async (tx, start) => {
    const isReceived = and(
      eq(offers.id, offerId),
      eq(offers.receiverId, actor.id),
      eq(offers.isWithheld, false),
    );
    const [found] = await tx.select().from(offers).where(isReceived);
    if (found === undefined) throw tradeProblem('offer-not-found');
    const work = await start(found.bookId);
    const conversation = await getConversationOfActor(tx, actor, eq(conversations.id, found.conversationId));
    const repeated = await findRepeated(tx, conversation.id, actor, input.clientMessageId);
    if (repeated !== undefined) return repeated;
    await settleBook(work);
    const [offer] = await tx.select().from(offers).where(isReceived);
    if (offer?.state !== 'pending') throw tradeProblem('offer-ended');
    await endOffer(work, offer, 'countered');
    return addOffer(work, { conversation, actor, ...input });
  });
}

type Start = (bookId: string) => Promise<BookWork>;

async function inTransaction(
  context: OfferContext,
  make: (tx: Transaction, start: Start) => Promise<OfferRow>,
): Promise<Offer> {
  const { database, clock } = context;
  const now = clock.now();
  const offer = await database.transaction((tx) => {
    const start: Start = async (bookId) => {
      const book = await lockBook(tx, bookId);
      if (book === undefined) throw conversationProblem('conversation-not-found');
      return { tx, book, now, context };
    };
    return make(tx, start);
  });
  return toOffer(offer, now);
}

/** Adds an offer to a settled book without another pending one. */
async function addOffer(
  work: BookWork,
  {
    conversation,
    actor,
    amount,
    clientMessageId,
  }: OfferInput & { conversation: ConversationRow; actor: Pick<Actor, 'id'> },
): Promise<OfferRow> {
  const { tx, book, now, context } = work;
  const repeated = await findRepeated(tx, conversation.id, actor, clientMessageId);
  if (repeated !== undefined) return repeated;
  await throwIfNoOfferPossible(work, conversation, actor, amount);
  const numberOfDay = await spendUse(
    tx,
    { userId: actor.id, kind: `offers ${book.id}`, max: MAX_OFFERS_PER_DAY, now },
    (options) => tradeProblem('too-many-offers', options),
  );
  const id = newId(now);
  const expiresAt = endWithin(OFFER_LIFETIME_MS, toListingEnd(book), now);
  const content = describeOffer(amount);
  const terms = { amount, askingPrice: book.price, state: 'pending', endReason: null } as const;
  const stored = {
    id,
    conversationId: conversation.id,
    senderId: actor.id,
    content,
    clientMessageId: clientMessageId ?? newId(now),
    createdAt: now,
    offer: { ...terms, expiresAt: expiresAt.toISOString(), listing: toOfferedListing(book) },
  };
  const isWithheld = await addMessage(context, tx, stored);
  const [offer] = await tx
    .insert(offers)
    .values({
      id,
      conversationId: conversation.id,
      bookId: book.id,
      senderId: actor.id,
      receiverId: actor.id === conversation.buyerId ? conversation.sellerId : conversation.buyerId,
      amount,
      isWithheld,
      day: dayOf(now),
      numberOfDay,
      expiresAt,
      createdAt: now,
    })
    .returning();
  return offer!;
}

async function throwIfNoOfferPossible(
  work: BookWork,
  conversation: ConversationRow,
  actor: Pick<Actor, 'id'>,
  amount: number,
): Promise<void> {
  const { tx, book, now } = work;
  if (!isListed(book, now)) throw conversationProblem('book-unavailable');
  if ((await findReservation(tx, book.id)) !== undefined) throw tradeProblem('book-reserved');
  if (!isOfferAmount(amount, book.price)) throw tradeProblem('invalid-offer-amount');
  const [pending] = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.conversationId, conversation.id), eq(offers.state, 'pending')));
  if (pending !== undefined) {
    // An offer that the actor cannot see must not be in their way.
    if (!pending.isWithheld || pending.senderId === actor.id) throw tradeProblem('offer-pending');
    await endOffer(work, pending, 'expired');
  }
}

async function findRepeated(
  tx: Transaction,
  conversationId: string,
  actor: Pick<Actor, 'id'>,
  clientMessageId: string | undefined,
): Promise<OfferRow | undefined> {
  const id = await findRepeatedMessage(tx, conversationId, actor, clientMessageId);
  if (id === undefined) return undefined;
  return (await tx.select().from(offers).where(eq(offers.id, id)))[0];
}

/** An offer whose time is over is expired before the job says so. */
export function toOffer({ id, conversationId, amount, state, expiresAt }: OfferRow, now: Date): Offer {
  const isOver = state === 'pending' && expiresAt <= now;
  return {
    id,
    conversationId,
    amount,
    state: isOver ? 'expired' : state,
    expiresAt: expiresAt.toISOString(),
  };
}
