import { type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  pgTable,
  pgView,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import type { MeetingAction } from '../../conversations/rules.ts';
import { conversations } from '../../conversations/server/table.ts';
import type { JoinedQuestion } from '../../conversations/server/public.ts';
import { reservations } from '../../trades/server/table.ts';
import type { MeetingState } from '../rules.ts';

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
    /** The user who changed or canceled it; null if neither did. */
    endedById: uuid('ended_by_id'),
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

/** What a message of type 'meeting' does with its meeting. */
export const meetingMessages = pgTable(
  'meeting_messages',
  {
    /** A proposal has the id of its meeting. */
    messageId: uuid('message_id').primaryKey(),
    meetingId: uuid('meeting_id')
      .notNull()
      .references(() => meetings.id, { onDelete: 'cascade' }),
    action: text().$type<MeetingAction>().notNull(),
    /** The new end of the reservation, where this action has changed it. */
    reservedUntil: timestamptz('reserved_until'),
  },
  (table) => [
    index('meeting_messages_meeting').on(table.meetingId),
    check('meeting_messages_action', sql`${table.action} in ('proposed', 'changed', 'accepted', 'canceled')`),
  ],
);

/** 'Did you meet?': asked once of both after a meeting without a handover, as a message of type 'event'. */
export const meetingQuestions = pgTable(
  'meeting_questions',
  {
    meetingId: uuid('meeting_id')
      .primaryKey()
      .references(() => meetings.id, { onDelete: 'cascade' }),
    /** The end of the meeting. */
    endsAt: timestamptz('ends_at').notNull(),
    /** Null also after `askedAt` if each has blocked the other, or if it was too late to ask. */
    messageId: uuid('message_id').unique(),
    askedAt: timestamptz('asked_at'),
    /** When the handover was confirmed: before it was asked, or later. */
    withdrawnAt: timestamptz('withdrawn_at'),
  },
  (table) => [
    index('meeting_questions_due')
      .on(table.endsAt)
      .where(sql`asked_at is null and withdrawn_at is null`),
  ],
);

/** Who has said what to the question: one row of each of the two. */
const bySide = {
  meetingId: uuid('meeting_id')
    .notNull()
    .references(() => meetingQuestions.meetingId, { onDelete: 'cascade' }),
  /** One of the two of the conversation, which has their foreign keys. */
  userId: uuid('user_id').notNull(),
  /** The other one had blocked them: seen by its author alone, and counts for nothing. */
  isWithheld: boolean('is_withheld').notNull(),
};

export const meetingAnswers = pgTable(
  'meeting_answers',
  {
    ...bySide,
    /** False: the other one did not come. */
    met: boolean().notNull(),
    answeredAt: timestamptz('answered_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.meetingId, table.userId] })],
);

/** The one text of who is said not to have come, which is a message. */
export const meetingReplies = pgTable(
  'meeting_replies',
  { ...bySide, messageId: uuid('message_id').notNull() },
  (table) => [primaryKey({ columns: [table.meetingId, table.userId] })],
);

/** A meeting that a user is said to have missed. It stays when the other one leaves, for a year. */
export const missedMeetings = pgTable(
  'missed_meetings',
  {
    /** Without a foreign key: the meeting is deleted with either of the two. */
    meetingId: uuid('meeting_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The keyed hash of the email of who says so: accounts of one mailbox count as one. */
    saidByMailbox: text('said_by_mailbox').notNull(),
    /** When the meeting began. */
    startedAt: timestamptz('started_at').notNull(),
    saidAt: timestamptz('said_at').notNull(),
    /** When the user said something else: it does not count. */
    disputedAt: timestamptz('disputed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.meetingId, table.userId] }),
    index('missed_meetings_user').on(table.userId, table.startedAt),
    index('missed_meetings_time').on(table.startedAt),
  ],
);

const isProposal = sql`${meetingMessages.action} in ('proposed', 'changed')`;
/** Up to date in proposals alone. */
const shownState = sql`case when ${isProposal} then ${meetings.state} else ${meetingMessages.action} end`;
/** `MEETING_MS` after it begins. */
const endsAt = sql`${meetings.startsAt} + interval '1 hour'`;
/** As `currentMeetingState`, whose time is a parameter. */
const stateUntil = (state: SQL | AnyPgColumn) =>
  sql<
    string | null
  >`case ${state} when 'proposed' then ${meetings.startsAt} when 'accepted' then ${endsAt} end`;

const shownMeeting = {
  place: meetings.place,
  startsAt: sql<string>`${meetings.startsAt}`.as('startsAt'),
  endsAt: sql<string>`${endsAt}`.as('endsAt'),
  timeZone: sql<string>`${meetings.timeZone}`.as('timeZone'),
};

/** What messages tell of meetings: `conversations` reads this view, and knows no meetings. */
export const messageMeetings = pgView('message_meetings').as((query) =>
  query
    .select({
      messageId: sql<string>`${meetingMessages.messageId}`.as('messageId'),
      id: meetings.id,
      action: meetingMessages.action,
      ...shownMeeting,
      hint: meetings.hint,
      state: sql<MeetingState>`${shownState}`.as('state'),
      stateUntil: stateUntil(shownState).as('stateUntil'),
      laterState: sql<MeetingState>`case ${shownState} when 'proposed' then 'expired' else 'past' end`.as(
        'laterState',
      ),
      endedById: sql<string | null>`case when ${isProposal} then ${meetings.endedById} end`.as('endedById'),
      wasAccepted: sql<boolean>`${meetings.acceptedAt} is not null`.as('wasAccepted'),
      reservedUntil: sql<string | null>`${meetingMessages.reservedUntil}`.as('reservedUntil'),
    })
    .from(meetingMessages)
    .innerJoin(meetings, sql`${meetings.id} = ${meetingMessages.meetingId}`),
);

/** The meetings that are planned in conversations, which may be over: `conversations` reads this view. */
export const conversationMeetings = pgView('conversation_meetings').as((query) =>
  query
    .select({
      conversationId: sql<string>`${meetings.conversationId}`.as('conversationId'),
      id: meetings.id,
      ...shownMeeting,
      state: meetings.state,
      stateUntil: stateUntil(meetings.state).as('stateUntil'),
      laterState: sql<null>`null::text`.as('laterState'),
      proposerId: sql<string>`${meetings.proposerId}`.as('proposerId'),
      isWithheld: sql<boolean>`${meetings.isWithheld}`.as('isWithheld'),
    })
    .from(meetings)
    .where(sql`${meetings.state} in ('proposed', 'accepted')`),
);

/** What is said to the questions that messages ask: `conversations` reads this view. 336 and 168 hours: `ANSWER_MS`, `DISPUTE_MS`. */
export const messageQuestions = pgView('message_questions').as((query) =>
  query
    .select({
      messageId: sql<string | null>`${meetingQuestions.messageId}`.as('messageId'),
      id: meetings.id,
      startsAt: shownMeeting.startsAt,
      timeZone: shownMeeting.timeZone,
      until: sql<string>`${meetingQuestions.endsAt} + interval '336 hours'`.as('until'),
      isWithdrawn: sql<boolean>`${meetingQuestions.withdrawnAt} is not null`.as('isWithdrawn'),
      answers: sql<
        JoinedQuestion['answers']
      >`(select coalesce(json_agg(json_build_object('userId', a.user_id, 'met', a.met,
        'until', a.answered_at + interval '168 hours', 'isWithheld', a.is_withheld) order by a.answered_at, a.user_id), '[]')
        from meeting_answers a where a.meeting_id = ${meetings.id})`.as('answers'),
      replies: sql<JoinedQuestion['replies']>`(select coalesce(json_agg(json_build_object('userId', r.user_id,
        'messageId', r.message_id, 'isWithheld', r.is_withheld) order by r.message_id), '[]')
        from meeting_replies r where r.meeting_id = ${meetings.id})`.as('replies'),
    })
    .from(meetingQuestions)
    .innerJoin(meetings, sql`${meetings.id} = ${meetingQuestions.meetingId}`),
);
