import { and, eq, isNull, sql } from 'drizzle-orm';
import { conversations, writeEventMessage } from '#features/conversations/server/public.ts';
import { lockConversationBook, reservations } from '#features/offers/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { MEETING_MS, REMINDER_MS } from '../rules.ts';
import type { MeetingContext } from './meeting-work.ts';
import { settleMeeting } from './settle-meeting.ts';
import { meetings } from './table.ts';

const BATCH_SIZE = 100;

/** A reminder that goes out later than this before the hour says 'soon'. */
const MAX_LATENESS_MS = 10 * MINUTE_MS;

type DueMeeting = { id: string; conversationId: string; bookId: string };

/**
 * Reminds both of accepted meetings, once, also of those whose hour has passed while no process ran, and
 * stores which meetings are over. Pages and actions read the time, so it may run late.
 */
export async function remindOfMeetings(context: MeetingContext): Promise<void> {
  const now = context.clock.now();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const toRemind = sql`m.state = 'accepted' AND m.reminded_at IS NULL AND m.starts_at <= ${after(REMINDER_MS)}`;
  await forEachDue(context, toRemind, (tx, due) => remind(context, tx, due, now));
  const isOver = sql`(m.state = 'proposed' AND m.starts_at <= ${now}
    OR m.state = 'accepted' AND m.starts_at <= ${after(-MEETING_MS)})`;
  await forEachDue(context, isOver, (tx, due) => settle(context, tx, due, now));
}

/** Each in a transaction of its own; what it returns runs after the commit. */
async function forEachDue(
  { database }: MeetingContext,
  isDue: ReturnType<typeof sql>,
  act: (tx: Transaction, due: DueMeeting) => Promise<() => void>,
): Promise<void> {
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await database.orm.execute<DueMeeting>(sql`
      SELECT m.id, m.conversation_id AS "conversationId", c.book_id AS "bookId"
      FROM ${meetings} m JOIN ${conversations} c ON c.id = m.conversation_id
      WHERE ${isDue} AND m.id > ${last} ORDER BY m.id LIMIT ${BATCH_SIZE}`);
    for (const due of rows) (await database.transaction((tx) => act(tx, due)))();
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)!.id;
  }
}

async function remind(
  context: MeetingContext,
  tx: Transaction,
  { id, conversationId, bookId }: DueMeeting,
  now: Date,
): Promise<() => void> {
  const work = await lockConversationBook(context, tx, { id: conversationId, bookId }, now);
  // Again under the lock: another process may have reminded them, or one of the two has changed the meeting.
  const [meeting] = await tx
    .update(meetings)
    .set({ remindedAt: now })
    .where(and(eq(meetings.id, id), eq(meetings.state, 'accepted'), isNull(meetings.remindedAt)))
    .returning();
  const publish = () => work?.changes.publish(context.events);
  const left = meeting === undefined ? 0 : meeting.startsAt.getTime() - now.getTime();
  if (left <= 0) return publish;
  const isLate = left < REMINDER_MS - MAX_LATENESS_MS;
  const kind = isLate ? 'meeting-soon' : 'meeting-in-an-hour';
  const content = isLate ? 'Reminder: you meet soon.' : 'Reminder: you meet in an hour.';
  const tell = await writeEventMessage(context, tx, { kind, actorId: null, conversationId, content }, now);
  return () => {
    publish();
    tell();
  };
}

async function settle(
  context: MeetingContext,
  tx: Transaction,
  { id, conversationId, bookId }: DueMeeting,
  now: Date,
): Promise<() => void> {
  const work = await lockConversationBook(context, tx, { id: conversationId, bookId }, now);
  if (work === null) return () => {};
  const [found] = await tx
    .select({ reservation: reservations })
    .from(meetings)
    .innerJoin(reservations, eq(reservations.id, meetings.reservationId))
    .where(eq(meetings.id, id));
  if (found !== undefined) await settleMeeting(work, found.reservation);
  return () => work.changes.publish(context.events);
}
