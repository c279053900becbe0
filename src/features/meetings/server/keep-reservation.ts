import { toListingEnd } from '#features/books/rules.ts';
import { changeReservationEnd } from '#features/trades/server/public.ts';
import { endWithoutMeeting, keepUntil } from '../rules.ts';
import { type MeetingWork, requireReservation } from './meeting-work.ts';
import type { MeetingRow } from './settle-meeting.ts';

/** An accepted meeting keeps the reservation until the day after it is over. Returns a new end. */
export async function keepReservation(work: MeetingWork, meeting: MeetingRow): Promise<Date | undefined> {
  const reservation = requireReservation(work);
  const until = keepUntil(reservation, meeting, toListingEnd(work.book));
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
