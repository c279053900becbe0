import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sqlStringList, timestamptz } from '../../../platform/server/database/columns.ts';
import type { Language } from '../../../platform/shared/texts/languages.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';
import { caseEventKinds, type CaseEventKind } from '../case-events.ts';
import {
  type AppealState,
  appealStates,
  type CaseState,
  caseStates,
  type MeasureKind,
  measureKinds,
  type MeasureReason,
  measureReasons,
  type MeasureSource,
  measureSources,
  type MeasureState,
  measureStates,
  pauseDays,
  type TargetKind,
  targetKinds,
} from '../rules.ts';

/**
 * A case about one object: its reports, notices and appeals, or the review of a first listing. It outlives the
 * object and its user. Staff columns have no foreign key; they are cleared when the member is deleted.
 */
export const cases = pgTable(
  'cases',
  {
    id: uuid().primaryKey(),
    /** What staff call it: 'Case 214'. */
    number: integer().notNull().generatedAlwaysAsIdentity(),
    targetKind: text('target_kind').$type<TargetKind>().notNull(),
    /** The id of the object, without a foreign key; for a page, its path. */
    targetId: text('target_id').notNull(),
    /** The user responsible: the seller, the sender, the author, or the user. Null for a page, and once deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    state: text().$type<CaseState>().notNull().default('open'),
    /** A first listing that waits for its review. */
    isFirstListing: boolean('is_first_listing').notNull().default(false),
    takenBy: uuid('taken_by'),
    takenAt: timestamptz('taken_at'),
    closedAt: timestamptz('closed_at'),
    /** When it was last opened: the start of 'Older than 48 hours'. */
    openedAt: timestamptz('opened_at').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    unique('cases_number').on(table.number),
    unique('cases_target').on(table.targetKind, table.targetId),
    index('cases_not_closed')
      .on(table.openedAt, table.id)
      .where(sql`state <> 'closed'`),
    index('cases_by_closing')
      .on(table.closedAt, table.id)
      .where(sql`state = 'closed'`),
    index('cases_taken_by')
      .on(table.takenBy)
      .where(sql`taken_by is not null`),
    index('cases_user').on(table.userId),
    check('cases_target_kind', sql`${table.targetKind} in (${sqlStringList(targetKinds)})`),
    check('cases_state', sql`${table.state} in (${sqlStringList(caseStates)})`),
    check('cases_taken', sql`(${table.takenAt} is null) or ${table.state} <> 'open'`),
    check('cases_closed', sql`(${table.state} = 'closed') = (${table.closedAt} is not null)`),
  ],
);

/**
 * The history of a case, ordered by time, and by insertion within a millisecond. It contains ids and states only, and
 * notes by staff.
 */
export const caseEvents = pgTable(
  'case_events',
  {
    id: uuid().primaryKey(),
    /** The order of insertion. */
    sequence: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id, { onDelete: 'cascade' }),
    kind: text().$type<CaseEventKind>().notNull(),
    /** The member of the team; null for other users, for programs, and for a deleted member. */
    actorId: uuid('actor_id'),
    measureId: uuid('measure_id'),
    /** Written by staff, shown to staff only. */
    note: text().notNull().default(''),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('case_events_case').on(table.caseId, table.at, table.sequence),
    index('case_events_actor')
      .on(table.actorId)
      .where(sql`actor_id is not null`),
    check('case_events_kind', sql`${table.kind} in (${sqlStringList(caseEventKinds)})`),
  ],
);

/** A decision about a listing or a person, with its statement of reasons. Always part of a case. */
export const measures = pgTable(
  'measures',
  {
    id: uuid().primaryKey(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    kind: text().$type<MeasureKind>().notNull(),
    /** Null for a measure on a person, and once the listing is gone. */
    bookId: uuid('book_id').references(() => books.id, { onDelete: 'set null' }),
    /** The id of the review that a warning removed, kept after the review is gone. */
    reviewId: uuid('review_id'),
    /** The addressee; null once deleted. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** The title of the listing or the start of the review when it was decided; null once its user is deleted. */
    title: text(),
    reason: text().$type<MeasureReason>().notNull(),
    /** Shown to the person. */
    note: text().notNull().default(''),
    /** Only for staff. */
    internalNote: text('internal_note').notNull().default(''),
    source: text().$type<MeasureSource>().notNull(),
    /** How many reports and notices led to it. */
    reports: smallint().notNull().default(0),
    notices: smallint().notNull().default(0),
    /** The length of a pause. */
    days: smallint(),
    endsAt: timestamptz('ends_at'),
    state: text().$type<MeasureState>().notNull().default('active'),
    /** Null once that member is deleted. */
    decidedBy: uuid('decided_by'),
    /** When it was lifted, reversed, or ended. */
    endedAt: timestamptz('ended_at'),
    liftedBy: uuid('lifted_by'),
    liftNote: text('lift_note').notNull().default(''),
    /** When the person opened the statement. */
    seenAt: timestamptz('seen_at'),
    /** For a deletion: the keyed hash of the banned mailbox, so that an appeal can lift the ban. */
    bannedEmailHash: text('banned_email_hash'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('measures_case').on(table.caseId),
    index('measures_user').on(table.userId, table.createdAt),
    index('measures_book').on(table.bookId),
    index('measures_decided_by')
      .on(table.decidedBy)
      .where(sql`decided_by is not null`),
    index('measures_lifted_by')
      .on(table.liftedBy)
      .where(sql`lifted_by is not null`),
    index('measures_end')
      .on(table.endsAt)
      .where(sql`state = 'active' and ends_at is not null`),
    check('measures_kind', sql`${table.kind} in (${sqlStringList(measureKinds)})`),
    check('measures_reason', sql`${table.reason} in (${sqlStringList(measureReasons)})`),
    check('measures_source', sql`${table.source} in (${sqlStringList(measureSources)})`),
    check('measures_state', sql`${table.state} in (${sqlStringList(measureStates)})`),
    check(
      'measures_pause',
      sql`(${table.kind} = 'pause') = (${table.days} is not null) and (${table.days} is null) = (${table.endsAt} is null) and ${table.days} in (${sql.raw(pauseDays.join(', '))})`,
    ),
    check('measures_ended', sql`(${table.state} = 'active') = (${table.endedAt} is null)`),
  ],
);

/** The one appeal of a decision, and its answer. */
export const appeals = pgTable(
  'appeals',
  {
    id: uuid().primaryKey(),
    measureId: uuid('measure_id')
      .notNull()
      .references(() => measures.id),
    text: text().notNull(),
    state: text().$type<AppealState>().notNull().default('waiting'),
    decidedBy: uuid('decided_by'),
    decidedAt: timestamptz('decided_at'),
    note: text().notNull().default(''),
    /** Decided by the member who took the measure, because there was no other. */
    isSameMember: boolean('is_same_member').notNull().default(false),
    /** Where a deleted person gets the answer; cleared with it. */
    answerEmail: text('answer_email'),
    answerLanguage: text('answer_language').$type<Language>(),
    /** When the person opened the answer. */
    seenAt: timestamptz('seen_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('appeals_measure').on(table.measureId),
    index('appeals_decided_by')
      .on(table.decidedBy)
      .where(sql`decided_by is not null`),
    index('appeals_by_state').on(table.state, table.createdAt, table.id),
    check('appeals_state', sql`${table.state} in (${sqlStringList(appealStates)})`),
    check('appeals_decided', sql`(${table.state} = 'waiting') = (${table.decidedAt} is null)`),
    check('appeals_answer', sql`${table.state} = 'waiting' or ${table.answerEmail} is null`),
  ],
);

/** When the team last got a digest of open cases: one row. */
export const staffDigests = pgTable(
  'staff_digests',
  { id: smallint().primaryKey().default(1), sentAt: timestamptz('sent_at').notNull() },
  (table) => [check('staff_digests_one', sql`${table.id} = 1`)],
);
