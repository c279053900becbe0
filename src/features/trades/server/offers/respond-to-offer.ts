import { and, eq, ne } from 'drizzle-orm';
import { toListingEnd } from '#features/books/rules.ts';
import { bookChanged, setReservation } from '#features/books/server/public.ts';
import { conversationActivity, writeEventMessage } from '#features/conversations/server/public.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import { type Offer, tradeProblem } from '../../contract.ts';
import { toAgreedListing } from '../../agreed-listing.ts';
import { endWithin, RESERVATION_MS } from '../../rules.ts';
import { withTrade } from '../with-trade.ts';
import { getOffer, toOffer } from './make-offer.ts';
import { notifyOfChangesSinceOffer } from './offered-listing.ts';
import {
  type BookWork,
  endOffer,
  type OfferRow,
  type ReservationRow,
  type TradeContext,
} from '../reservations/settle-book.ts';
import { offers, reservations } from '../table.ts';

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
      await reserve(trade, { offer, actorId: actor.id, ...sidesOf(offer, book.sellerId) });
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

type NewReservation = {
  conversationId: string;
  buyerId: string;
  price: number;
  offer: OfferRow | null;
  /** Who has accepted the offer, or the seller. */
  actorId: string;
};

/** Reserves a free book for a buyer and declines all other offers for it. */
export async function reserve(
  work: BookWork,
  { conversationId, buyerId, price, offer, actorId }: NewReservation,
): Promise<ReservationRow> {
  const { tx, book, now, context } = work;
  const until = endWithin(RESERVATION_MS, toListingEnd(book), now);
  const { sellerId } = book;
  const id = newId(now);
  const participants = { conversationId, buyerId, sellerId };
  const [reservation] = await tx
    .insert(reservations)
    .values({
      id,
      bookId: book.id,
      ...participants,
      offerId: offer?.id ?? null,
      price,
      agreed: toAgreedListing(book),
      until,
      createdAt: now,
    })
    .returning();
  await setReservation(tx, book.id, until);
  const others = await tx
    .select()
    .from(offers)
    .where(and(eq(offers.bookId, book.id), eq(offers.state, 'pending'), ne(offers.id, offer?.id ?? id)));
  for (const other of others)
    await endOffer(work, other, 'declined', other.conversationId === conversationId ? null : 'reserved');
  const declinedOffers = others.filter((other) => !other.isWithheld).length;
  const event = { kind: 'reserved', actorId, until: until.toISOString(), conversationId } as const;
  const line = { ...event, ...(offer !== null && { acceptedPrice: price }), declinedOffers };
  await writeEventMessage(context, tx, line, now);
  context.events.publish(conversationActivity, { kind: 'reservation', ...participants });
  context.events.publish(bookChanged, { bookId: book.id, sellerId });
  return reservation!;
}
