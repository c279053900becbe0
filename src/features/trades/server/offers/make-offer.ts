import { amountArgument } from '#platform/shared/texts/amount-argument.ts';
import { and, eq } from 'drizzle-orm';
import { dayOf } from '#features/accounts/budget-rules.ts';
import { spendUse } from '#features/accounts/server/budgets/public.ts';
import { isListed, toListingEnd } from '#features/books/rules.ts';
import { offerText } from '#features/conversations/line-text.ts';
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
import { endWithin, isOfferAmount, MAX_OFFERS_PER_DAY, OFFER_LIFETIME_MS } from '../../rules.ts';
import { offers } from '../table.ts';
import { endOffer, type OfferRow, type LockedTrade, type TradeContext, withTrade } from '../with-trade.ts';
import { toOfferedListing } from './notify-of-listing-changes.ts';
import { getOffer, toOffer } from './respond-to-offer.ts';

type OfferInput = { amount: number; clientMessageId?: string | undefined };

/**
 * Makes an offer as a message. Throws 'conversation-not-found', 'cannot-offer-own-book', 'book-unavailable',
 * 'book-reserved', 'offer-pending', 'invalid-offer-amount', 'too-many-offers', 'recipient-blocked-by-you',
 * 'daily-limit-reached'.
 */
export function makeOffer(
  context: TradeContext,
  actor: Pick<Actor, 'id'>,
  { conversationId, ...input }: OfferInput & { conversationId: string },
): Promise<Offer> {
  const find = (tx: Transaction) => getConversationOfActor(tx, actor, eq(conversations.id, conversationId));
  return withTrade(context, find, async (trade, conversation) => {
    if (conversation.sellerId === actor.id) throw tradeProblem('cannot-offer-own-book');
    return toOffer(await addOffer(trade, { conversation, actor, ...input }), trade.now);
  });
}

/** Ends a received offer by another one. Throws as `makeOffer`, and 'offer-not-found', 'offer-ended'. */
export function counterOffer(
  context: TradeContext,
  actor: Pick<Actor, 'id'>,
  { offerId, ...input }: OfferInput & { offerId: string },
): Promise<Offer> {
  return withTrade(context, getOffer(actor, offerId, 'receiver'), async (trade, offer) => {
    const { tx, now } = trade;
    const conversation = await getConversationOfActor(tx, actor, eq(conversations.id, offer.conversationId));
    const repeated = await findRepeated(tx, conversation.id, actor, input.clientMessageId);
    if (repeated !== undefined) return toOffer(repeated, now);
    if (offer.state !== 'pending') throw tradeProblem('offer-ended');
    await endOffer(trade, offer, 'countered');
    return toOffer(await addOffer(trade, { conversation, actor, ...input }), now);
  });
}

/** Adds an offer to a book without another pending one. */
async function addOffer(
  trade: LockedTrade,
  offered: OfferInput & { conversation: ConversationRow; actor: Pick<Actor, 'id'> },
): Promise<OfferRow> {
  const { conversation, actor, amount, clientMessageId } = offered;
  const { tx, book, now, context } = trade;
  const repeated = await findRepeated(tx, conversation.id, actor, clientMessageId);
  if (repeated !== undefined) return repeated;
  await throwIfNoOfferPossible(trade, conversation, actor, amount);
  const numberOfDay = await spendUse(
    tx,
    { userId: actor.id, kind: `offers ${book.id}`, max: MAX_OFFERS_PER_DAY, now },
    (options) => tradeProblem('too-many-offers', options),
  );
  const id = newId(now);
  const expiresAt = endWithin(OFFER_LIFETIME_MS, toListingEnd(book), now);
  const message = {
    id,
    conversationId: conversation.id,
    senderId: actor.id,
    content: offerText(amount, context.localeOf()),
    clientMessageId: clientMessageId ?? newId(now),
    messageType: 'offer',
    createdAt: now,
  } as const;
  return addMessage(context, tx, message, async (isWithheld) => {
    const [offer] = await tx
      .insert(offers)
      .values({
        id,
        conversationId: conversation.id,
        bookId: book.id,
        senderId: actor.id,
        receiverId: actor.id === conversation.buyerId ? conversation.sellerId : conversation.buyerId,
        amount,
        askingPrice: book.price,
        offeredListing: toOfferedListing(book),
        isWithheld,
        day: dayOf(now),
        numberOfDay,
        expiresAt,
        createdAt: now,
      })
      .returning();
    return offer!;
  });
}

async function throwIfNoOfferPossible(
  trade: LockedTrade,
  conversation: ConversationRow,
  actor: Pick<Actor, 'id'>,
  amount: number,
): Promise<void> {
  const { tx, book, now } = trade;
  if (!isListed(book, now)) throw conversationProblem('book-unavailable');
  if (trade.reservation !== null) throw tradeProblem('book-reserved');
  const { prices } = trade.context.market;
  if (!isOfferAmount(amount, book.price, prices))
    throw tradeProblem('invalid-offer-amount', { args: { lowest: amountArgument(prices.smallestOffer) } });
  const [pending] = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.conversationId, conversation.id), eq(offers.state, 'pending')));
  if (pending !== undefined) {
    // An offer that the actor cannot see must not be in their way.
    if (!pending.isWithheld || pending.senderId === actor.id) throw tradeProblem('offer-pending');
    // It ends like one that they have seen: another early end would tell of the block.
    await endOffer(trade, pending, 'countered');
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
