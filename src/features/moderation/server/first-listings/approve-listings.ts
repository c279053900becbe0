import { approveSeller } from '#features/accounts/server/users/public.ts';
import type { BookWorks } from '#features/books/server/public.ts';
import { type EnqueueContext, enqueueNotifications } from '#features/notifications/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ChangedBook, PauseContext } from '../pauses/pause-user.ts';
import { approvedNotifications } from './approved-notifications.ts';
import { showWaiting } from './show-waiting.ts';

/**
 * Shows the listings of an account that wait for their review, and all that it adds, and tells its user. Returns
 * those that others see from now on: the caller publishes `bookChanged` of each.
 */
export async function approveListings(
  context: PauseContext & EnqueueContext & { works: BookWorks },
  tx: Transaction,
  userId: string,
  now: Date,
): Promise<ChangedBook[]> {
  // Listings are locked before the row of their seller, as in a pause.
  const shown = await showWaiting(context, tx, userId, now);
  await approveSeller(tx, userId, now);
  const entries = shown.length === 0 ? [] : [{ userId, subjectId: userId }];
  await enqueueNotifications(context, tx, approvedNotifications, entries, { now });
  return shown;
}
