import { sql } from 'drizzle-orm';
import { check, pgTable, smallint, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { reservations } from './table.ts';

/**
 * The wrong codes of a conversation, at its reservation of the last one. Written while the row of the book is
 * locked.
 */
export const wrongHandoverCodes = pgTable(
  'wrong_handover_codes',
  {
    reservationId: uuid('reservation_id')
      .primaryKey()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    count: smallint().notNull(),
    /** Null before the fifth. */
    pausedUntil: timestamptz('paused_until'),
  },
  (table) => [
    check('wrong_handover_codes_count', sql`${table.count} between 1 and 5`),
    check('wrong_handover_codes_paused', sql`(${table.count} = 5) = (${table.pausedUntil} is not null)`),
  ],
);
