import { sql } from 'drizzle-orm';
import { bigint, boolean, check, pgTable, uuid } from 'drizzle-orm/pg-core';

/** One row while listings of this campus are shared: the trigger `share_listing` of the table `books` asks for it. */
export const neighborSharing = pgTable(
  'neighbor_sharing',
  { id: boolean().primaryKey().default(true) },
  (table) => [check('neighbor_sharing_one_row', sql`${table.id}`)],
);

/** Listings that have changed, in the transaction that changes them. No keys: their rows may be gone. */
export const sharedListingOutbox = pgTable('shared_listing_outbox', {
  id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  bookId: uuid('book_id').notNull(),
});
