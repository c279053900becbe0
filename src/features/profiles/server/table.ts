import { sql } from 'drizzle-orm';
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { replyTimes as times } from '../rules.ts';

/** How soon sellers reply, measured once a day. No number is stored: it could tell of single conversations. */
export const replyTimes = pgTable(
  'reply_times',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: their profiles do not say it. */
    usuallyAnswers: text('usually_answers', { enum: times }),
    measuredAt: timestamptz('measured_at').notNull(),
  },
  (table) => [check('reply_times_known', sql`${table.usuallyAnswers} in ('hour', 'day', 'days')`)],
);
