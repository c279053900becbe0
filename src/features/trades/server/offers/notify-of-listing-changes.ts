import { createHash } from 'node:crypto';
import { and, desc, eq, inArray, isNotNull, ne, or } from 'drizzle-orm';
import {
  type AgreedPart,
  agreedParts,
  type ChangedPart,
  changedParts,
} from '#features/conversations/rules.ts';
import { writeEventMessage } from '#features/conversations/server/public.ts';
import { reattachPhotos } from '#features/photos/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { confirmedSales, namedSales, reservations } from '../table.ts';
import type { AgreedListing, OfferedListing } from '../../rules.ts';
import type { LockedBook, OfferRow } from '../with-trade.ts';

/**
 * Notifies the buyer of a reserved or sold book that its seller has changed what they agreed on, and keeps
 * the photos of that. Runs in each transaction that changes a listing. Each part has one line per
 * reservation, so that many changes are few lines.
 */
export async function notifyOfListingChanges({ tx, book, now, context }: LockedBook): Promise<void> {
  const [reservation] = await tx
    .select()
    .from(reservations)
    .where(and(eq(reservations.bookId, book.id), isNotNull(reservations.agreed), isCurrent(tx, book.id)))
    .orderBy(desc(reservations.createdAt))
    .limit(1);
  if (reservation?.agreed == null) return;
  const { id, agreed, notifiedChanges, conversationId } = reservation;
  const changed = findChangedParts(agreed, book);
  if (changed.includes('photos')) await reattachPhotos(tx, { bookId: book.id, urls: agreed.images });
  const unknown = changed.filter((part) => !notifiedChanges.includes(part));
  if (unknown.length === 0) return;
  await tx
    .update(reservations)
    .set({ notifiedChanges: [...notifiedChanges, ...unknown] })
    .where(eq(reservations.id, id));
  const event = { kind: 'changed-since-reserved', actorId: book.sellerId, changes: unknown } as const;
  await writeEventMessage(context, tx, { ...event, conversationId }, now);
}

/** The active reservation, or that of the present sale: a confirmed sale may have the id of its reservation. */
const isCurrent = (tx: Transaction, bookId: string) => {
  const { reservationId, state } = namedSales;
  const named = and(eq(namedSales.bookId, bookId), ne(state, 'withdrawn'));
  return or(
    eq(reservations.state, 'active'),
    inArray(reservations.id, tx.select({ id: reservationId }).from(namedSales).where(named)),
    inArray(
      reservations.id,
      tx.select({ id: confirmedSales.id }).from(confirmedSales).where(eq(confirmedSales.bookId, bookId)),
    ),
  );
};

type Listing = Omit<AgreedListing, 'askingPrice'> & { price: number };

export const toAgreedListing = (listing: Listing): AgreedListing => {
  const { price: askingPrice, condition, conditionDetails, images, description } = listing;
  return { askingPrice, condition, conditionDetails, images, description };
};

/** The order of photos is not agreed on. That of facts is the same in every stored listing. */
const readAgreedPart: Record<AgreedPart, (listing: AgreedListing) => unknown> = {
  price: ({ askingPrice }) => askingPrice,
  condition: ({ condition, conditionDetails }) => [condition, conditionDetails],
  photos: ({ images }) => images.toSorted(),
  description: ({ description }) => description,
};

/** What of a stored listing is not as it was agreed on. */
function findChangedParts(agreed: AgreedListing, listing: Listing): AgreedPart[] {
  const current = toAgreedListing(listing);
  return agreedParts.filter(
    (part) => JSON.stringify(readAgreedPart[part](agreed)) !== JSON.stringify(readAgreedPart[part](current)),
  );
}

/** The offer has its own price. Title, author and ISBN can change until the book is reserved. */
function readPart(part: Exclude<ChangedPart, 'price'>, book: LockedBook['book']): unknown {
  if (part === 'title') return [book.title, book.author, book.isbn];
  return readAgreedPart[part](toAgreedListing(book));
}

const toDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** Tells later what of a listing has changed, without a copy of it. */
export const toOfferedListing = (book: LockedBook['book']): OfferedListing =>
  Object.fromEntries(
    changedParts.flatMap((part) => (part === 'price' ? [] : [[part, toDigest(readPart(part, book))]])),
  );

/** Notifies the buyer of what the seller has changed between an offer and its acceptance. */
export async function notifyOfChangesSinceOffer(
  { tx, book, now, context }: LockedBook,
  { conversationId, offeredListing: offered }: OfferRow,
): Promise<void> {
  if (offered === null) return;
  const current = toOfferedListing(book);
  // A part that the version before did not store cannot be compared.
  const changed = changedParts.filter(
    (part) => offered[part] !== undefined && offered[part] !== current[part],
  );
  if (changed.length === 0) return;
  const event = { kind: 'changed-since-offered', actorId: book.sellerId, changes: changed } as const;
  await writeEventMessage(context, tx, { ...event, conversationId }, now);
}
