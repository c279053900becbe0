import { eq } from 'drizzle-orm';
import type { PausableActor } from '#features/conversations/server/public.ts';
import { newId } from '#platform/server/new-id.ts';
import { type Meeting, meetingProblem } from '../contract.ts';
import { REMINDER_MS } from '../rules.ts';
import {
  getConversationOfMeeting,
  type MeetingContext,
  type MeetingRow,
  type MeetingWork,
  withMeetingWork,
} from './meeting-work.ts';
import { getOpenMeeting, writeMeetingMessage } from './propose-meeting.ts';
import {
  changeMeeting,
  keepReservation,
  endMeetingIfOver,
  stopKeepingReservation,
} from './change-meeting.ts';
import { meetings } from './table.ts';

/**
 * The receiver accepts a meeting, which keeps the reservation until the day after it is over. Repeated, it
 * changes nothing. Throws 'meeting-not-found', 'meeting-ended', 'not-reserved', 'daily-limit-reached'.
 */
export function acceptMeeting(
  context: MeetingContext,
  actor: PausableActor,
  meetingId: string,
): Promise<Meeting> {
  return respond(context, actor, meetingId, 'accepted', async (work) => {
    const meeting = await getOpenMeeting(work, actor, meetingId);
    if (meeting.receiverId !== actor.id) throw meetingProblem('meeting-not-found');
    const { now } = work;
    const isTooLateToRemind = meeting.startsAt.getTime() - REMINDER_MS <= now.getTime();
    const accepted = { state: 'accepted', remindedAt: isTooLateToRemind ? now : null } as const;
    const row = await changeMeeting(work, meeting, accepted);
    return { row, until: await keepReservation(work, meeting) };
  });
}

/** Either of the two cancels an open meeting. Repeated, it changes nothing. Throws as `acceptMeeting`. */
export function cancelMeeting(
  context: MeetingContext,
  actor: PausableActor,
  meetingId: string,
): Promise<Meeting> {
  return respond(context, actor, meetingId, 'canceled', async (work) => {
    const meeting = await getOpenMeeting(work, actor, meetingId);
    const until = await stopKeepingReservation(work, meeting);
    const row = await changeMeeting(work, meeting, { state: 'canceled', by: actor.id });
    return { row, until };
  });
}

function respond(
  context: MeetingContext,
  actor: PausableActor,
  meetingId: string,
  action: 'accepted' | 'canceled',
  change: (work: MeetingWork) => Promise<{ row: MeetingRow; until: Date | undefined }>,
): Promise<Meeting> {
  const find = (tx: MeetingWork['tx']) => getConversationOfMeeting(tx, actor, meetingId);
  return withMeetingWork(context, actor, find, async (work) => {
    if (work.reservation !== null) await endMeetingIfOver(work, work.reservation);
    const [existing] = await work.tx.select().from(meetings).where(eq(meetings.id, meetingId));
    if (existing?.state === action) return existing;
    const { row, until } = await change(work);
    const message = { id: newId(work.now), action, meeting: row, reservedUntil: until };
    return writeMeetingMessage(work, message, async () => row);
  });
}
