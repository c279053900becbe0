import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { conversations } from '#features/conversations/server/table.ts';
import { writeEventMessage } from '#features/conversations/server/public.ts';
import { lockTrade, type LockedTrade } from '#features/trades/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { MEETING_MS, REMINDER_MS } from '../rules.ts';
import { type MeetingContext, ofConversation } from './meeting-work.ts';
import { changeMeeting, endMeetingIfOver } from './change-meeting.ts';
import {
  askWhetherMet,
  isToBeAsked,
  selectDueQuestions,
  selectNextQuestion,
} from './outcomes/ask-whether-met.ts';
import { meetings } from './table.ts';

/** A reminder that goes out later than this before the hour says 'soon'. */
const MAX_LATENESS_MS = 10 * MINUTE_MS;

type JobContext = MeetingContext & Pick<ServerContext, 'log'>;
type DueMeeting = { id: string; conversationId: string; bookId: string; buyerId: string };

/**
 * Reminds both of accepted meetings, once, also of those whose hour has passed while no process ran, and
 * stores which meetings are over, of which it asks whether they met. Pages and actions read the time, so it may run late.
 */
export async function remindOfMeetings(context: JobContext): Promise<void> {
  const now = context.clock.now();
  await forEachDue(context, {
    failure: 'a meeting could not be reminded of',
    read: readDue(context, isToBeReminded(now)),
    act: (tx, due) => actOnMeeting(context, tx, due, { now, act: remind }),
  });
  await forEachDue(context, {
    failure: 'a meeting that is over could not be ended',
    read: readDue(context, isOver(now)),
    act: (tx, due) => actOnMeeting(context, tx, due, { now, act: settle }),
  });
  await forEachDue(context, {
    failure: 'the two of a meeting could not be asked whether they met',
    read: readDue(context, isToBeAsked(now)),
    act: (tx, due) => actOnMeeting(context, tx, due, { now, act: askWhetherMet }),
  });
}

const isToBeReminded = (now: Date): SQL => sql`
  (m.state = 'accepted' AND m.reminded_at IS NULL AND m.starts_at <= ${new Date(now.getTime() + REMINDER_MS)})`;

const isOver = (now: Date): SQL => sql`(m.state = 'proposed' AND m.starts_at <= ${now}
  OR m.state = 'accepted' AND m.starts_at <= ${new Date(now.getTime() - MEETING_MS)})`;

/** Meetings for which `remindOfMeetings` has something to do. */
export const selectDueMeetings = (now: Date): SQL =>
  sql`SELECT WHERE EXISTS (SELECT FROM ${meetings} m WHERE ${isToBeReminded(now)} OR ${isOver(now)})
    OR EXISTS (${selectDueQuestions(now)})`;

const inMs = (ms: number): SQL => sql`${ms} * interval '1 millisecond'`;

/** When `remindOfMeetings` has something to do the next time. */
export const selectNextMeeting = (): SQL => sql`SELECT least(
  (SELECT min(starts_at) - ${inMs(REMINDER_MS)} FROM ${meetings} WHERE state = 'accepted' AND reminded_at IS NULL),
  (SELECT min(starts_at) FROM ${meetings} WHERE state = 'proposed'),
  (SELECT min(starts_at) + ${inMs(MEETING_MS)} FROM ${meetings} WHERE state = 'accepted'),
  (${selectNextQuestion()}))`;

const readDue =
  ({ database }: JobContext, isDue: SQL) =>
  async (after: string, limit: number): Promise<DueMeeting[]> => {
    const { rows } = await database.orm.execute<DueMeeting>(sql`
      SELECT m.id, m.conversation_id AS "conversationId", c.book_id AS "bookId", c.buyer_id AS "buyerId"
      FROM ${meetings} m JOIN ${conversations} c ON c.id = m.conversation_id
      WHERE ${isDue} AND m.id > ${after} ORDER BY m.id LIMIT ${limit}`);
    return rows;
  };

type Act = (work: LockedTrade, due: DueMeeting) => Promise<void>;

/** Locks the book of a meeting. */
async function actOnMeeting(
  context: MeetingContext,
  tx: Transaction,
  due: DueMeeting,
  { now, act }: { now: Date; act: Act },
): Promise<void> {
  const trade = await lockTrade(context, tx, due.bookId, now);
  if (trade !== null) await act(ofConversation(trade, due.conversationId), due);
}

const remind: Act = async (work, { id, conversationId }) => {
  const { tx, now, context } = work;
  // Again under the lock: another process may have reminded them, or one participant has changed the meeting.
  const [meeting] = await tx
    .update(meetings)
    .set({ remindedAt: now })
    .where(and(eq(meetings.id, id), eq(meetings.state, 'accepted'), isNull(meetings.remindedAt)))
    .returning();
  const left = meeting === undefined ? 0 : meeting.startsAt.getTime() - now.getTime();
  if (meeting === undefined || left <= 0) return;
  if (work.reservation?.id !== meeting.reservationId) {
    // A process of the previous version has ended the reservation and left the meeting.
    await changeMeeting(work, meeting, { state: 'canceled', by: null });
    return;
  }
  const isLate = left < REMINDER_MS - MAX_LATENESS_MS;
  const kind = isLate ? 'meeting-soon' : 'meeting-in-an-hour';
  await writeEventMessage(context, tx, { kind, actorId: null, conversationId }, now);
};

const settle: Act = async (work, { id }) => {
  const reservation = { id: meetings.reservationId };
  const [found] = await work.tx.select(reservation).from(meetings).where(eq(meetings.id, id));
  if (found !== undefined) await endMeetingIfOver(work, found);
};
