import { bookChanged } from '#features/books/server/public.ts';
import { hideBooks, unhideBooks } from '#features/books/server/hidden/public.ts';
import type { HideReason } from '#features/books/hide-reasons.ts';
import type { TestApp } from '../server/test-app.ts';

type Change = typeof hideBooks | typeof unhideBooks;

async function change(
  { app, clock }: TestApp,
  by: Change,
  bookId: string,
  reason: HideReason,
): Promise<void> {
  const { database, events, jobs } = app.context;
  await database.transaction(async (tx) => {
    const changed = await by(tx, [bookId], reason, clock.now(), jobs);
    for (const { id, sellerId } of changed) events.publish(bookChanged, { bookId: id, sellerId });
  });
}

/** Hides a listing as a measure does, or for another reason. */
export const hideListing = (app: TestApp, bookId: string, reason: HideReason = 'measure') =>
  change(app, hideBooks, bookId, reason);

/** Takes that reason back. */
export const showListing = (app: TestApp, bookId: string, reason: HideReason = 'measure') =>
  change(app, unhideBooks, bookId, reason);
