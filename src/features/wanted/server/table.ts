import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';
import { MAX_AMOUNT } from '../../../platform/shared/market/market.ts';

const maxAmount = sql.raw(String(MAX_AMOUNT));

const tsquery = customType<{ data: string }>({ dataType: () => 'tsquery' });

/** A book, a course or words that a user waits for: one of `isbn`, `course` and `words` is set. */
export const wantedEntries = pgTable(
  'wanted_entries',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** 13 digits. */
    isbn: text(),
    /** The course as written. */
    course: text(),
    words: text(),
    /** What `words` search for. */
    query: tsquery(),
    /** The same for every spelling of the same wish. */
    sameKey: text('same_key').notNull(),
    /** One of the keys of each matching listing (`match-keys.ts`): ISBN, course or rarest word. */
    matchKey: text('match_key').notNull(),
    maxPrice: integer('max_price'),
    minCondition: text('min_condition'),
    /** Of an ISBN: other editions of its work match too. */
    otherEditions: boolean('other_editions').notNull().default(false),
    /** Reserved listings that the user awaits, newest first: they match beyond the limits too. */
    awaitedBookIds: uuid('awaited_book_ids').array().notNull().default([]),
    createdAt: timestamptz('created_at').notNull(),
    /** Deleted by its user, who may add it again for a moment. It matches nothing. */
    deletedAt: timestamptz('deleted_at'),
  },
  (table) => [
    unique('wanted_entries_once').on(table.userId, table.sameKey),
    index('wanted_entries_match_user')
      .on(table.matchKey, table.userId)
      .where(sql`deleted_at is null`),
    index('wanted_entries_deleted')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
    check('wanted_entries_kind', sql`num_nonnulls(${table.isbn}, ${table.course}, ${table.words}) = 1`),
    check('wanted_entries_query', sql`(${table.words} is null) = (${table.query} is null)`),
    check('wanted_entries_max_price', sql`${table.maxPrice} between 0 and ${maxAmount}`),
    check(
      'wanted_entries_min_condition',
      sql`${table.minCondition} in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor')`,
    ),
  ],
);

/** A listing that matched an entry: one row for each pair, so that the user hears of it once. */
export const wantedAlerts = pgTable(
  'wanted_alerts',
  {
    entryId: uuid('entry_id')
      .notNull()
      .references(() => wantedEntries.id, { onDelete: 'cascade' }),
    /**
     * The row of the listing goes with its seller's account, and this one stays for a day: sellers who leave
     * after posting give a user no more messages at once.
     */
    bookId: uuid('book_id').notNull(),
    /** The user of the entry. */
    userId: uuid('user_id').notNull(),
    /** When it matched. */
    price: integer().notNull(),
    createdAt: timestamptz('created_at').notNull(),
    /** When the user saw it on the Wanted tab. */
    seenAt: timestamptz('seen_at'),
    /** Set by processes of version 0.1.0, and carried over to `notifications`: when a digest may contain it. */
    digestDueAt: timestamptz('digest_due_at'),
    /** When the user was notified of the listing by a separate push message or email. */
    notifiedAt: timestamptz('notified_at'),
    /** Whose listing that was: a seller of `find-notified.ts`. Null for alerts of before. */
    notifiedBy: text('notified_by'),
  },
  (table) => [
    primaryKey({ name: 'wanted_alerts_once', columns: [table.entryId, table.bookId] }),
    index('wanted_alerts_newest').on(table.entryId, table.createdAt, table.bookId),
    index('wanted_alerts_book').on(table.bookId),
    index('wanted_alerts_unseen')
      .on(table.userId)
      .where(sql`seen_at is null`),
    index('wanted_alerts_digest')
      .on(table.digestDueAt)
      .where(sql`digest_due_at is not null`),
    index('wanted_alerts_digest_user')
      .on(table.userId)
      .where(sql`digest_due_at is not null`),
  ],
);

/** How many users were alerted when a listing was first compared with their entries: its seller reads it. */
export const matchedBooks = pgTable('matched_books', {
  bookId: uuid('book_id')
    .primaryKey()
    .references(() => books.id, { onDelete: 'cascade' }),
  students: integer().notNull(),
  matchedAt: timestamptz('matched_at').notNull(),
});

/** When a user got the last digest of a process of version 0.1.0: there is one a day. */
export const wantedDigests = pgTable('wanted_digests', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  sentAt: timestamptz('sent_at').notNull(),
});

/** Written by processes of version 0.1.0 only, and carried over to `notifications`: a push about a book. */
export const pendingBookNotices = pgTable(
  'pending_book_notices',
  {
    id: uuid().primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** No foreign key: deleting a device concurrently must not fail what causes the notice. */
    deviceId: uuid('device_id').notNull(),
    /** The notice is dropped once this listing is no longer for sale; null: it is about none. */
    bookId: uuid('book_id').references(() => books.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    body: text().notNull(),
    path: text().notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('pending_book_notices_user').on(table.userId),
    index('pending_book_notices_book').on(table.bookId),
    index('pending_book_notices_device').on(table.deviceId),
    index('pending_book_notices_created').on(table.createdAt),
  ],
);
