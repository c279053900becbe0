import { and, eq } from 'drizzle-orm';
import { isListed } from '#features/books/rules.ts';
import { conversationProblem } from '#features/conversations/contract.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { type Offer, tradeProblem } from '../../contract.ts';
import { beginReservation } from '../reservations/reserve-book.ts';
import { offers } from '../table.ts';
import { endOffer, type OfferRow, type TradeContext, withTrade } from '../with-trade.ts';
import { notifyOfChangesSinceOffer } from './notify-of-listing-changes.ts';

/**
 * The receiver accepts or declines an offer, its sender withdraws it. The same response again changes nothing.
 * Throws 'offer-not-found', 'offer-ended'; of an acceptance 'book-unavailable', 'cannot-reserve'.
 */
export function respondToOffer(
  context: TradeContext,
  actor: Pick<Actor, 'id'>,
  offerId: string,
  response: 'accepted' | 'declined' | 'withdrawn',
): Promise<Offer> {
  const find = getOffer(actor, offerId, response === 'withdrawn' ? 'sender' : 'receiver');
  return withTrade(context, find, async (trade, offer) => {
    const { book, now } = trade;
    if (offer.state === response) return toOffer(offer, now);
    if (offer.state !== 'pending') throw tradeProblem('offer-ended');
    if (response === 'accepted' && !isListed(book, now)) throw conversationProblem('book-unavailable');
    const ended = await endOffer(trade, offer, response);
    if (response === 'accepted') {
      const { conversationId, senderId, receiverId, amount: price } = offer;
      const buyerId = senderId === book.sellerId ? receiverId : senderId;
      await beginReservation(trade, { conversationId, buyerId, price, offer, actorId: actor.id });
      await notifyOfChangesSinceOffer(trade, offer);
    }
    return toOffer(ended, now);
  });
}

/** An offer that the actor has sent, or has received and may see. Throws 'offer-not-found'. */
export const getOffer =
  (actor: Pick<Actor, 'id'>, id: string, side: 'sender' | 'receiver') =>
  async (tx: Transaction): Promise<OfferRow> => {
    const isOwn =
      side === 'sender'
        ? eq(offers.senderId, actor.id)
        : and(eq(offers.receiverId, actor.id), eq(offers.isWithheld, false));
    const [offer] = await tx
      .select()
      .from(offers)
      .where(and(eq(offers.id, id), isOwn));
    if (offer === undefined) throw tradeProblem('offer-not-found');
    return offer;
  };

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
