import { and, eq, inArray } from 'drizzle-orm';
import {
  changeMeetingOfMessage,
  clearMeetingOfConversation,
  conversationActivity,
  setMeetingOfConversation,
} from '#features/conversations/server/public.ts';
import { currentMeetingState, type PlannedMeeting } from '#features/conversations/rules.ts';
import type { ReservationHook, Trade } from '#features/trades/server/public.ts';
import { MEETING_MS, type meetingTransitions } from '../rules.ts';
import { meetings } from './table.ts';

export type MeetingRow = typeof meetings.$inferSelect;
type SettleWork = Pick<Trade, 'tx' | 'now' | 'context'>;
type MeetingEnd = Exclude<(typeof meetingTransitions)['proposed' | 'accepted'][number], 'accepted'>;

/** Writes another state of a meeting to its row and its message, and tells both. `by`: who has ended it. */
export async function changeMeeting(
  { tx, now, context }: SettleWork,
  { buyerId, sellerId }: { buyerId: string; sellerId: string },
  meeting: MeetingRow,
  change: { state: 'accepted'; remindedAt: Date | null } | { state: MeetingEnd; by: string | null },
): Promise<MeetingRow> {
  const { state } = change;
  const isAccepted = state === 'accepted';
  const times = isAccepted ? { acceptedAt: now, remindedAt: change.remindedAt } : { endedAt: now };
  const [row] = await tx
    .update(meetings)
    .set({ state, ...times })
    .where(eq(meetings.id, meeting.id))
    .returning();
  const shown = { state, endedById: isAccepted ? null : change.by, ...(isAccepted && { wasAccepted: true }) };
  const changed = await changeMeetingOfMessage(tx, meeting.id, shown, now);
  const { conversationId } = meeting;
  if (isAccepted) await setMeetingOfConversation(tx, conversationId, toPlanned(row!));
  else await clearMeetingOfConversation(tx, conversationId, meeting.id);
  if (changed !== undefined) {
    const activity = { kind: 'message-changed', conversationId, buyerId, sellerId, ...changed } as const;
    context.events.publish(conversationActivity, activity);
  }
  return row!;
}

/** What the conversation tells of an open meeting. */
export const toPlanned = ({
  id,
  place,
  startsAt,
  timeZone,
  state,
  proposerId,
  isWithheld,
}: MeetingRow): PlannedMeeting => ({
  id,
  place,
  timeZone,
  state,
  proposerId,
  isWithheld,
  startsAt: startsAt.toISOString(),
  endsAt: new Date(startsAt.getTime() + MEETING_MS).toISOString(),
});

/** The open meeting of a reservation, unless its time is over: then it is ended. */
export async function settleMeeting(
  work: SettleWork,
  reservation: { id: string; buyerId: string; sellerId: string },
): Promise<MeetingRow | undefined> {
  const meeting = await findOpenMeeting(work, reservation.id);
  const end = meeting && endByTime(meeting, work.now);
  if (meeting === undefined || end === null) return meeting;
  await changeMeeting(work, reservation, meeting, { state: end!, by: null });
  return undefined;
}

async function findOpenMeeting({ tx }: SettleWork, reservationId: string): Promise<MeetingRow | undefined> {
  const [meeting] = await tx
    .select()
    .from(meetings)
    .where(and(eq(meetings.reservationId, reservationId), inArray(meetings.state, ['proposed', 'accepted'])));
  return meeting;
}

function endByTime(meeting: MeetingRow, now: Date): 'expired' | 'past' | null {
  const state = currentMeetingState(toPlanned(meeting), now);
  return state === 'expired' || state === 'past' ? state : null;
}

/** Ends the meeting of a reservation that ends: after the handover it is over, else it is canceled. */
export const meetingsOfEndedReservation: ReservationHook = async (work, reservation, end) => {
  const meeting = await settleMeeting(work, reservation);
  if (meeting === undefined) return;
  const over = meeting.state === 'accepted' ? 'past' : 'expired';
  const state = end === 'completed' ? over : 'canceled';
  await changeMeeting(work, reservation, meeting, { state, by: null });
};
