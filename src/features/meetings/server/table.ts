import { sql } from 'drizzle-orm';
import { boolean, check, date, index, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import type { MeetingState } from '../../conversations/rules.ts';
import { conversations } from '../../conversations/server/table.ts';
import { reservations } from '../../trades/server/table.ts';

/** A safe place of the campus to hand over books, as administrators keep them. */
export const places = pgTable(
  'places',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    hint: text(),
    /** The order in which they are shown, from 0. */
    position: smallint().notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    check(
      'places_lengths',
      sql`char_length(${table.name}) between 1 and 80 and char_length(${table.hint}) between 1 and 120`,
    ),
  ],
);

/**
 * A meeting for the handover of a reserved book, with the id of the message that proposes it. A change is
 * another meeting. They are written while the row of the book is locked.
 */
export const meetings = pgTable(
  'meetings',
  {
    id: uuid().primaryKey(),
    reservationId: uuid('reservation_id')
      .notNull()
      .references(() => reservations.id, { onDelete: 'cascade' }),
    conversationId: uuid('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** The two of the conversation, which has their foreign keys. */
    proposerId: uuid('proposer_id').notNull(),
    receiverId: uuid('receiver_id').notNull(),
    place: text().notNull(),
    hint: text(),
    startsAt: timestamptz('starts_at').notNull(),
    /** The campus's IANA time zone when the meeting was proposed. */
    timeZone: text('time_zone').notNull(),
    state: text().$type<MeetingState>().notNull().default('proposed'),
    /** Whether its message is withheld because the receiver had blocked the proposer. */
    isWithheld: boolean('is_withheld').notNull(),
    /** The number within its reservation, from 1: the revision of its calendar entry. */
    number: smallint().notNull(),
    /** The day (UTC) when it was proposed. */
    proposedOn: date('proposed_on').notNull(),
    acceptedAt: timestamptz('accepted_at'),
    /** When both were reminded, or when it was too late for that. */
    remindedAt: timestamptz('reminded_at'),
    endedAt: timestamptz('ended_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('meetings_open')
      .on(table.reservationId)
      .where(sql`state in ('proposed', 'accepted')`),
    uniqueIndex('meetings_number').on(table.reservationId, table.number),
    index('meetings_to_remind')
      .on(table.startsAt)
      .where(sql`state = 'accepted' and reminded_at is null`),
    index('meetings_due')
      .on(table.startsAt)
      .where(sql`state in ('proposed', 'accepted')`),
    index('meetings_conversation').on(table.conversationId),
    check(
      'meetings_state',
      sql`${table.state} in ('proposed', 'accepted', 'changed', 'canceled', 'expired', 'past')`,
    ),
    check('meetings_ended', sql`(${table.state} in ('proposed', 'accepted')) = (${table.endedAt} is null)`),
    check(
      'meetings_lengths',
      sql`char_length(${table.place}) between 1 and 80 and char_length(${table.hint}) between 1 and 120`,
    ),
  ],
);
