import { and, eq, ne } from 'drizzle-orm';
import { toListingEnd } from '#features/books/rules.ts';
import { bookChanged, lockBook, setReservation } from '#features/books/server/public.ts';
import {
  conversationActivity,
  setReservationOfConversation,
  writeEventMessage,
} from '#features/conversations/server/public.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import { newId } from '#platform/server/new-id.ts';
import { type Offer, tradeProblem } from '../../contract.ts';
import { toAgreedListing } from '../../agreed-listing.ts';
import { endWithin, RESERVATION_MS } from '../../rules.ts';
import { toOffer } from './make-offer.ts';
import { notifyOfChangesSinceOffer } from './offered-listing.ts';
import {
  type BookWork,
  endOffer,
  type OfferContext,
  type OfferRow,
  type ReservationRow,
  settleBook,
} from '../reservations/settle-book.ts';
import { offers, reservations } from '../table.ts';

type OfferResponse = 'accepted' | 'declined' | 'withdrawn';

/**
 * The receiver accepts or declines an offer, its sender withdraws it. The same response again
 * changes nothing.
 * Throws 'offer-not-found', 'offer-ended'.
 */
export async function respondToOffer(
  context: OfferContext,
  actor: Pick<Actor, 'id'>,
  offerId: string,
  response: OfferResponse,
): Promise<Offer> {
  const { database, clock } = context;
  const now = clock.now();
  const offer = await database.transaction(async (tx) => {
    const isOwn =
      response === 'withdrawn'
        ? and(eq(offers.id, offerId), eq(offers.senderId, actor.id))
        : and(eq(offers.id, offerId), eq(offers.receiverId, actor.id), eq(offers.isWithheld, false));
    const [found] = await tx.select({ bookId: offers.bookId }).from(offers).where(isOwn);
    const book = found && (await lockBook(tx, found.bookId));
    if (book === undefined) throw tradeProblem('offer-not-found');
    const work = { tx, book, now, context };
    await settleBook(work);
    const [offer] = await tx.select().from(offers).where(isOwn);
    if (offer === undefined) throw tradeProblem('offer-not-found');
    if (offer.state === response) return offer;
    if (offer.state !== 'pending') throw tradeProblem('offer-ended');
    const ended = await endOffer(work, offer, response);
    if (response === 'accepted') {
      await reserve(work, { offer, actorId: actor.id, ...sidesOf(offer, book.sellerId) });
      await notifyOfChangesSinceOffer(work, offer);
    }
    return ended;
  });
  return toOffer(offer, now);
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
  await setReservationOfConversation(tx, conversationId, { id, price, until: until.toISOString() });
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
