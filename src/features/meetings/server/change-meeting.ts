import { and, eq, inArray } from 'drizzle-orm';
import { toShownEnd } from '#features/books/rules.ts';
import { publishChangedMessage } from '#features/conversations/server/public.ts';
import {
  changeReservationEnd,
  type ReservationHook,
  type LockedTrade,
} from '#features/trades/server/public.ts';
import {
  currentMeetingState,
  endWithoutMeeting,
  keepUntil,
  MEETING_MS,
  type meetingTransitions,
} from '../rules.ts';
import { type MeetingRow, type MeetingWork, requireReservation } from './meeting-work.ts';
import { meetingQuestions, meetings } from './table.ts';

type TradeTransaction = Pick<LockedTrade, 'tx' | 'now' | 'context'>;
type MeetingEnd = Exclude<(typeof meetingTransitions)['proposed' | 'accepted'][number], 'accepted'>;

/** Writes another state of a meeting, and tells both. `by`: who has ended it. */
export async function changeMeeting(
  { tx, now, context }: TradeTransaction,
  meeting: MeetingRow,
  change: { state: 'accepted'; remindedAt: Date | null } | { state: MeetingEnd; by: string | null },
): Promise<MeetingRow> {
  const { state } = change;
  const [row] = await tx
    .update(meetings)
    .set(
      change.state === 'accepted'
        ? { state, acceptedAt: now, remindedAt: change.remindedAt }
        : { state, endedAt: now, endedById: change.by },
    )
    .where(eq(meetings.id, meeting.id))
    .returning();
  if (state === 'past' && meeting.startsAt <= now) await prepareQuestion(tx, meeting);
  await publishChangedMessage(context, tx, meeting.id, now);
  return row!;
}

/** The job asks it, whose locks are in another order. */
async function prepareQuestion(
  tx: TradeTransaction['tx'],
  { id, startsAt }: Pick<MeetingRow, 'id' | 'startsAt'>,
): Promise<void> {
  const endsAt = new Date(startsAt.getTime() + MEETING_MS);
  await tx.insert(meetingQuestions).values({ meetingId: id, endsAt }).onConflictDoNothing();
}

/** Ends the open meeting of a reservation if its time is over. Returns the one that is left. */
export async function endMeetingIfOver(
  work: TradeTransaction,
  reservation: { id: string },
): Promise<MeetingRow | undefined> {
  const isOpen = inArray(meetings.state, ['proposed', 'accepted']);
  const [meeting] = await work.tx
    .select()
    .from(meetings)
    .where(and(eq(meetings.reservationId, reservation.id), isOpen));
  if (meeting === undefined) return undefined;
  const endsAt = new Date(meeting.startsAt.getTime() + MEETING_MS);
  const state = currentMeetingState({ ...meeting, endsAt }, work.now);
  if (state !== 'expired' && state !== 'past') return meeting;
  await changeMeeting(work, meeting, { state, by: null });
  return undefined;
}

/** Ends the meeting of a reservation that ends: after the handover it is over, else it is canceled. */
export const meetingsOfEndedReservation: ReservationHook = async (work, reservation, end) => {
  const meeting = await endMeetingIfOver(work, reservation);
  if (meeting === undefined) return;
  const over = meeting.state === 'accepted' ? 'past' : 'expired';
  const state = end === 'completed' ? over : 'canceled';
  await changeMeeting(work, meeting, { state, by: null });
};

/** An accepted meeting keeps the reservation until the day after it is over. Returns a new end. */
export async function keepReservation(work: MeetingWork, meeting: MeetingRow): Promise<Date | undefined> {
  const reservation = requireReservation(work);
  const until = keepUntil(reservation, meeting, toShownEnd(work.book, work.now));
  if (until <= reservation.until) return undefined;
  await changeReservationEnd(work, reservation, until);
  return until;
}

/** An accepted meeting that is canceled or changed keeps the reservation no longer. Returns a new end. */
export async function stopKeepingReservation(
  work: MeetingWork,
  meeting: MeetingRow,
): Promise<Date | undefined> {
  if (meeting.state !== 'accepted') return undefined;
  const reservation = requireReservation(work);
  const until = endWithoutMeeting(reservation, work.now);
  if (until >= reservation.until) return undefined;
  await changeReservationEnd(work, reservation, until);
  return until;
}
