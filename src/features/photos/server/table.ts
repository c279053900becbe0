import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';

/**
 * A photo: started (pending) or complete (stored). `books.images` defines the order in a listing. A row
 * outlives its owner and listing until the cleanup has deleted its files; without an owner it is invisible to
 * all users.
 */
export const photos = pgTable(
  'photos',
  {
    id: uuid().primaryKey(),
    ownerId: uuid('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** The listing that shows it. Not a foreign key: `books` knows photos, and clears this where it deletes a listing. */
    bookId: uuid('book_id'),
    profileImageOfUserId: uuid('profile_image_of_user_id').references(() => users.id, {
      onDelete: 'set null',
    }),
    status: text({ enum: ['pending', 'stored'] })
      .notNull()
      .default('pending'),
    /** The width of the largest size, in pixels. */
    width: integer(),
    height: integer(),
    sizes: integer().array(),
    /** Total of all files. */
    bytes: integer(),
    createdAt: timestamptz('created_at').notNull(),
    storedAt: timestamptz('stored_at'),
    /** Null while a listing uses it, and after that was permanently deleted: the cleanup then deletes it at once. */
    unattachedSince: timestamptz('unattached_since'),
    /** The time until which one upload may exclusively store it. */
    processingLeaseUntil: timestamptz('processing_lease_until'),
  },
  (table) => [
    index('photos_owner').on(table.ownerId, table.createdAt),
    index('photos_book')
      .on(table.bookId)
      .where(sql`book_id is not null`),
    index('photos_unattached')
      .on(table.unattachedSince)
      .where(sql`book_id is null and profile_image_of_user_id is null`),
    index('photos_profile_image')
      .on(table.profileImageOfUserId)
      .where(sql`profile_image_of_user_id is not null`),
    check('photos_one_holder', sql`num_nonnulls(${table.bookId}, ${table.profileImageOfUserId}) <= 1`),
    check('photos_status', sql`${table.status} in ('pending', 'stored')`),
    check(
      'photos_stored_is_whole',
      sql`num_nonnulls(${table.width}, ${table.height}, ${table.sizes}, ${table.bytes}, ${table.storedAt}) = case when ${table.status} = 'stored' then 5 else 0 end`,
    ),
    check(
      'photos_measures',
      sql`${table.width} > 0 and ${table.height} > 0 and ${table.bytes} > 0 and cardinality(${table.sizes}) > 0`,
    ),
    check(
      'photos_held_is_stored',
      sql`num_nonnulls(${table.bookId}, ${table.profileImageOfUserId}) = 0 or (${table.status} = 'stored' and ${table.unattachedSince} is null)`,
    ),
  ],
);
