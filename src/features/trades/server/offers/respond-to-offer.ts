import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { type Offer, tradeProblem } from '../../contract.ts';
import { beginReservation } from '../reservations/begin-reservation.ts';
import { endOffer, type OfferRow, type TradeContext } from '../reservations/settle-book.ts';
import { withTrade } from '../with-trade.ts';
import { getOffer, toOffer } from './make-offer.ts';
import { notifyOfChangesSinceOffer } from './offered-listing.ts';

type OfferResponse = 'accepted' | 'declined' | 'withdrawn';

/**
 * The receiver accepts or declines an offer, its sender withdraws it. The same response again
 * changes nothing.
 * Throws 'offer-not-found', 'offer-ended'.
 */
export function respondToOffer(
  context: TradeContext,
  actor: Pick<Actor, 'id'>,
  offerId: string,
  response: OfferResponse,
): Promise<Offer> {
  const find = getOffer(offerId, response === 'withdrawn' ? 'sender' : 'receiver');
  return withTrade(context, actor, find, async (trade, offer) => {
    const { book, now } = trade;
    if (offer.state === response) return toOffer(offer, now);
    if (offer.state !== 'pending') throw tradeProblem('offer-ended');
    const ended = await endOffer(trade, offer, response);
    if (response === 'accepted') {
      await beginReservation(trade, { offer, actorId: actor.id, ...sidesOf(offer, book.sellerId) });
      await notifyOfChangesSinceOffer(trade, offer);
    }
    return toOffer(ended, now);
  });
}

const sidesOf = ({ conversationId, senderId, receiverId, amount }: OfferRow, sellerId: string) => ({
  conversationId,
  buyerId: senderId === sellerId ? receiverId : senderId,
  price: amount,
});
