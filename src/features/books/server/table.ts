import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  date,
  type ExtraConfigColumn,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sqlStringList, timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { FILTER_CLASS_SQL } from './filters/filter-class.ts';
import { type HideReason, hideReasons } from '../hide-reasons.ts';
import type { ConditionDetails } from '../condition-details.ts';
import { MAX_AMOUNT } from '../../../platform/shared/market/market.ts';
import type { Language } from '../../../platform/shared/texts/languages.ts';

const maxAmount = sql.raw(String(MAX_AMOUNT));

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
/** The C collation lets the primary key serve prefix searches. */
const byteOrderedText = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

type PriceColumns = Record<'price' | 'createdAt' | 'id', ExtraConfigColumn>;
const byPrice = (table: PriceColumns) =>
  [table.price, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const;
const byClassAndPrice = (table: PriceColumns) => [sql.raw(FILTER_CLASS_SQL), ...byPrice(table)] as const;

/** A listing that still has fields that are purged after its deletion: `PURGED_FIELDS` below. */
export const IS_NOT_PURGED_SQL =
  "(images <> '{}' OR courses <> '{}' OR course_codes <> '{}' OR description IS NOT NULL OR condition_details IS NOT NULL)";

const indexesOfDeleted = (table: Record<'deletedAt', ExtraConfigColumn>) => [
  index('books_deleted')
    .on(table.deletedAt)
    .where(sql`deleted_at is not null`),
  index('books_to_purge')
    .on(table.deletedAt)
    .where(sql.raw(`deleted_at is not null and ${IS_NOT_PURGED_SQL}`)),
];

const indexesBySeller = (table: Record<'sellerId' | 'createdAt' | 'id', ExtraConfigColumn>) => [
  index('books_seller')
    .on(table.sellerId, table.createdAt, table.id)
    .where(sql`deleted_at is null`),
  // Deleted ones too: pauses, exports and deletions of an account.
  index('books_of_seller').on(table.sellerId, table.id),
];

const indexesByEnd = (table: Record<'sellerId' | 'isExpired' | 'expiresAt' | 'id', ExtraConfigColumn>) => [
  // Serves the job that expires listings, and the questions before.
  index('books_expiry')
    .on(table.isExpired, table.expiresAt, table.id)
    .where(sql`sold_at is null and deleted_at is null`),
  index('books_renewal_due')
    .on(table.expiresAt, table.id)
    .where(sql`is_active and renewal_question_at is null`),
  // Finds a seller's listings that end first.
  index('books_seller_end')
    .on(table.sellerId, sql`greatest(expires_at, boosted_until)`, table.id)
    .where(sql`is_active`),
  // Finds first listings that wait.
  index('books_waiting')
    .on(table.sellerId)
    .where(sql`hidden_by @> '{review}'`),
];

const checksOfHidden = (table: Record<'hiddenBy' | 'hiddenAt', ExtraConfigColumn>) => [
  check('books_hidden_by', sql`${table.hiddenBy} <@ array[${sqlStringList(hideReasons)}]`),
  check('books_hidden', sql`(${table.hiddenBy} = '{}') = (${table.hiddenAt} is null)`),
];

/**
 * A listing. Shown while active: neither sold, deleted, expired nor hidden. A deleted listing keeps its row while its
 * title is needed. The indexes are ascending and read backwards: Drizzle's `.desc()` adds NULLS LAST, which
 * `ORDER BY … DESC` cannot use.
 */
export const books = pgTable(
  'books',
  {
    id: uuid().primaryKey(),
    sellerId: uuid('seller_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The client's id of the posted form, so that a repeated request lists nothing twice. */
    clientListingId: uuid('client_listing_id'),
    title: text().notNull(),
    /** When the seller last changed the title; null: never. */
    titleChangedAt: timestamptz('title_changed_at'),
    author: text().notNull(),
    /** 13 digits. */
    isbn: text(),
    subject: text().notNull().default('General'),
    condition: text().notNull(),
    /** Only the answered questions; null if there are none. Filters read `condition_details ->> 'accessCode'`. */
    conditionDetails: jsonb('condition_details').$type<ConditionDetails>(),
    price: integer().notNull(),
    /** The price before it was lowered, and when it was lowered; see `prices/track-price.ts`. */
    previousPrice: integer('previous_price'),
    priceLoweredAt: timestamptz('price_lowered_at'),
    description: text(),
    images: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** The courses as written, and their codes in the same order. */
    courses: text()
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    courseCodes: text('course_codes')
      .array()
      .notNull()
      .default(sql`'{}'::text[]`),
    isActive: boolean('is_active').notNull().default(true),
    isBoosted: boolean('is_boosted').notNull().default(false),
    boostedUntil: timestamptz('boosted_until'),
    /** Why only its seller and the team see it: `hideReasons` of the rules. Empty if it is not hidden. */
    hiddenBy: text('hidden_by')
      .array()
      .$type<HideReason[]>()
      .notNull()
      .default(sql`'{}'::text[]`),
    /** When it was hidden: from then on its expiry and its boost are suspended. */
    hiddenAt: timestamptz('hidden_at'),
    soldAt: timestamptz('sold_at'),
    deletedAt: timestamptz('deleted_at'),
    /** When it expires; a boost may run longer. The default is for processes of the previous version. */
    expiresAt: timestamptz('expires_at')
      .notNull()
      .default(sql`now() + interval '120 days'`),
    /** Set by a job some time after the listing has expired. */
    isExpired: boolean('is_expired').notNull().default(false),
    /** When its owner was asked 'Still selling?' before this expiry. */
    renewalQuestionAt: timestamptz('renewal_question_at'),
    /** May be in the past. Written by `trades`. */
    reservedUntil: timestamptz('reserved_until'),
    views: integer().notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
    /** The work that this listing names for its ISBN: hashes of keys, and the edition's number (`book-works.ts`). */
    workKeys: text('work_keys').array(),
    editionNumber: smallint('edition_number'),
    /** The version of the rules that recognized its work; null: none yet. */
    recognitionVersion: smallint('recognition_version'),
    /** Words and stems, written by a trigger: `book_search` of migration 0012. */
    search: tsvector().notNull().default(''),
  },
  (table) => [
    index('books_newest')
      .on(table.createdAt, table.id)
      .where(sql`is_active`),
    index('books_subject_newest')
      .on(table.subject, table.createdAt, table.id)
      .where(sql`is_active`),
    index('books_price')
      .on(...byPrice(table))
      .where(sql`is_active`),
    index('books_class_price')
      .on(...byClassAndPrice(table))
      .where(sql`is_active`),
    index('books_subject_class_price')
      .on(table.subject, ...byClassAndPrice(table))
      .where(sql`is_active`),
    // The migrations add INCLUDE columns to books_boosted and books_subject_boosted; Drizzle cannot declare
    // them.
    ...indexesBySeller(table),
    uniqueIndex('books_posted_once')
      .on(table.sellerId, table.clientListingId)
      .where(sql`client_listing_id is not null`),
    index('books_isbn')
      .on(table.isbn, table.createdAt)
      .where(sql`isbn is not null and deleted_at is null`),
    ...indexesOfDeleted(table),
    // Serves the job that recognizes the works of older listings.
    index('books_recognition')
      .on(table.recognitionVersion)
      .where(sql`isbn is not null and deleted_at is null`),
    index('books_isbn_price')
      .on(table.isbn, table.price)
      .where(sql`is_active and isbn is not null`),
    index('books_courses')
      .using('gin', table.courseCodes)
      .with({ fastupdate: false })
      .where(sql`is_active and course_codes <> '{}'`),
    ...indexesByEnd(table),
    index('books_search').using('gin', table.search).with({ fastupdate: false }),
    check('books_title', sql`length(${table.title}) between 1 and 400`),
    check('books_author', sql`length(${table.author}) between 1 and 400`),
    check('books_isbn_digits', sql`${table.isbn} ~ '^97[89][0-9]{10}$'`),
    check('books_subject', sql`length(${table.subject}) between 1 and 100`),
    check('books_condition', sql`${table.condition} in ('Like New', 'Excellent', 'Good', 'Fair', 'Poor')`),
    check('books_price_range', sql`${table.price} between 0 and ${maxAmount}`),
    check('books_images', sql`cardinality(${table.images}) <= 5`),
    check(
      'books_courses_count',
      sql`cardinality(${table.courses}) <= 5 and cardinality(${table.courses}) = cardinality(${table.courseCodes})`,
    ),
    check('books_views', sql`${table.views} >= 0`),
    check('books_boosted_has_end', sql`not ${table.isBoosted} or ${table.boostedUntil} is not null`),
    ...checksOfHidden(table),
    check(
      'books_active',
      sql`${table.isActive} = (${table.soldAt} is null and ${table.deletedAt} is null and not ${table.isExpired} and ${table.hiddenBy} = '{}')`,
    ),
  ],
);

/** The fields that are purged after a deletion; see `IS_NOT_PURGED_SQL`. */
export const PURGED_FIELDS = {
  images: [],
  courses: [],
  courseCodes: [],
  description: null,
  conditionDetails: null,
} satisfies Partial<typeof books.$inferInsert>;

/**
 * The languages whose stems and names of subjects `book_search` reads. Empty in a market of English alone.
 * `configuration`: of PostgreSQL's text search.
 */
export const searchLanguages = pgTable('search_languages', {
  language: text().$type<Language>().primaryKey(),
  configuration: text().notNull(),
  subjectNames: jsonb('subject_names').$type<Record<string, string>>().notNull(),
});

/** Words of listings, for spelling correction. `ndoc` is the number of listings with the word. */
export const searchTerms = pgTable(
  'search_terms',
  { term: byteOrderedText().primaryKey(), ndoc: integer().notNull() },
  (table) => [
    index('search_terms_trgm').using('gin', table.term.op('gin_trgm_ops')),
    // Terms of similar length with the same first letter: candidates for a misspelling.
    index('search_terms_first_letter').on(sql`left(${table.term}, 1)`, sql`length(${table.term})`),
  ],
);

/** Who viewed which book on which day: a daily hash of a mailbox or network. Kept for two days. */
export const bookViews = pgTable(
  'book_views',
  {
    bookId: uuid('book_id')
      .notNull()
      .references(() => books.id, { onDelete: 'cascade' }),
    day: date().notNull(),
    viewer: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.bookId, table.day, table.viewer] }),
    index('book_views_day').on(table.day),
  ],
);
