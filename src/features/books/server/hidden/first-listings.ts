import { type SQL, sql } from 'drizzle-orm';
import { accountPaused } from '#platform/server/account-paused.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { FirstListingHook } from '../book-events.ts';
import { hideBooks } from './hide-books.ts';

/** Asked only in a market that approves. */
const isKnownSql = (
  bookId: string,
): SQL => sql`(u.listings_approved_at IS NOT NULL OR u.is_admin OR u.staff_roles <> '{}'
  OR EXISTS (SELECT FROM books b WHERE b.seller_id = u.id AND b.id <> ${bookId}
    AND NOT b.hidden_by && ARRAY['review', 'measure', 'removal']))`;

/**
 * Hides a new listing until a moderator has approved one of its seller, whose listings are locked. The
 * team does not wait, nor do sellers who had a listing before the market asked for approval. Throws 'account-paused': the
 * pause began after the request did.
 */
export async function hideFirstListing(
  tx: Transaction,
  listing: { bookId: string; sellerId: string },
  hook: FirstListingHook | null,
  now: Date,
): Promise<void> {
  const { bookId, sellerId } = listing;
  const { rows } = await tx.execute<{ pausedUntil: string | null; isKnown: boolean }>(sql`
    SELECT u.paused_until AS "pausedUntil", ${hook === null ? sql`true` : isKnownSql(bookId)} AS "isKnown"
    FROM users u WHERE u.id = ${sellerId}`);
  const [{ pausedUntil, isKnown } = { pausedUntil: null, isKnown: true }] = rows;
  if (pausedUntil !== null && new Date(pausedUntil) > now) throw accountPaused(new Date(pausedUntil));
  if (hook === null || isKnown) return;
  await hideBooks(tx, [bookId], 'review', now);
  await hook(tx, listing, now);
}
