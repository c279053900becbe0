import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, smallint, text, unique, uuid } from 'drizzle-orm/pg-core';
import { sqlStringList, timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { confirmedSales } from '../../trades/server/table.ts';
import { type ReviewTag, reviewTags, type SaleSide, saleSides } from '../rules.ts';

/** What one participant of a confirmed sale says about the other. Deleted with the reviewed user. */
export const reviews = pgTable(
  'reviews',
  {
    id: uuid().primaryKey(),
    saleId: uuid('sale_id')
      .notNull()
      .references(() => confirmedSales.id, { onDelete: 'cascade' }),
    /** What the author is in the sale. It stays when the author leaves. */
    writtenBy: text('written_by').$type<SaleSide>().notNull(),
    /** Null: the author has left, and took tags and text along. */
    authorId: uuid('author_id').references(() => users.id, { onDelete: 'set null' }),
    reviewedId: uuid('reviewed_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stars: smallint().notNull(),
    tags: text().array().$type<ReviewTag[]>().notNull(),
    text: text().notNull(),
    /** The sale counts: a review of another one is never public. It stays when the author leaves. */
    counts: boolean().notNull().default(true),
    /**
     * The time from which everyone sees it: the end of the review period, or when the second review was
     * written. Every statement that is not the author's compares it.
     */
    publishedAt: timestamptz('published_at').notNull(),
    reply: text(),
    repliedAt: timestamptz('replied_at'),
    /** When its reviewed user was notified that it is public. */
    notifiedAt: timestamptz('notified_at'),
    /**
     * When the team removed it. Tags, text and reply are erased once that cannot be appealed any more; the row stays, so
     * that its author cannot write it again.
     */
    removedAt: timestamptz('removed_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('reviews_once').on(table.saleId, table.writtenBy),
    index('reviews_of_user')
      .on(table.reviewedId, table.publishedAt, table.id, table.stars)
      .where(sql`removed_at is null`),
    index('reviews_author')
      .on(table.authorId)
      .where(sql`author_id is not null`),
    index('reviews_unnotified')
      .on(table.publishedAt)
      .where(sql`notified_at is null`),
    check('reviews_written_by', sql`${table.writtenBy} in (${sqlStringList(saleSides)})`),
    check('reviews_not_of_oneself', sql`${table.authorId} <> ${table.reviewedId}`),
    check('reviews_stars', sql`${table.stars} between 1 and 5`),
    check('reviews_tags', sql`${table.tags} <@ array[${sqlStringList(reviewTags)}]::text[]`),
    check('reviews_replied', sql`(${table.reply} is null) = (${table.repliedAt} is null)`),
  ],
);
