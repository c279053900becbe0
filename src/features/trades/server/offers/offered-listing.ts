import { createHash } from 'node:crypto';
import { type ChangedPart, changedParts } from '#features/conversations/rules.ts';
import { writeEventMessage } from '#features/conversations/server/public.ts';
import { type OfferedListing, readAgreedPart, toAgreedListing } from '../../agreed-listing.ts';
import type { BookWork, OfferRow } from '../reservations/settle-book.ts';

/** The offer has its own price. Title, author and ISBN can change until the book is reserved. */
function readPart(part: Exclude<ChangedPart, 'price'>, book: BookWork['book']): unknown {
  if (part === 'title') return [book.title, book.author, book.isbn];
  return readAgreedPart[part](toAgreedListing(book));
}

const toDigest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** Tells later what of a listing has changed, without a copy of it. */
export const toOfferedListing = (book: BookWork['book']): OfferedListing =>
  Object.fromEntries(
    changedParts.flatMap((part) => (part === 'price' ? [] : [[part, toDigest(readPart(part, book))]])),
  );

/** Notifies the buyer of what the seller has changed between an offer and its acceptance. */
export async function notifyOfChangesSinceOffer(
  { tx, book, now, context }: BookWork,
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
