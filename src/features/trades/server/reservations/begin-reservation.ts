import { and, eq, ne } from 'drizzle-orm';
import { toListingEnd } from '#features/books/rules.ts';
import { bookChanged, setReservation } from '#features/books/server/public.ts';
import { conversationActivity, writeEventMessage } from '#features/conversations/server/public.ts';
import { newId } from '#platform/server/new-id.ts';
import { toAgreedListing } from '../../agreed-listing.ts';
import { endWithin, RESERVATION_MS } from '../../rules.ts';
import { offers, reservations } from '../table.ts';
import { type BookWork, endOffer, type OfferRow, type ReservationRow } from './settle-book.ts';

type NewReservation = {
  conversationId: string;
  buyerId: string;
  price: number;
  offer: OfferRow | null;
  /** The user who accepted the offer, or the seller. */
  actorId: string;
};

/** Reserves a free book for a buyer and declines all other offers for it. */
export async function beginReservation(
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
