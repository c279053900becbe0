import { RESERVATION_MS } from '#features/trades/rules.ts';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { addDays, dayIn, offsetAt, toInstant } from '#platform/shared/zoned-time.ts';

/**
 * A meeting is proposed by one participant and accepted by the other. A change of either is a new proposal,
 * which takes its place.
 */
export const meetingTransitions = {
  proposed: ['accepted', 'changed', 'canceled', 'expired'],
  accepted: ['changed', 'canceled', 'past'],
  changed: [],
  canceled: [],
  expired: [],
  past: [],
} as const;

export type MeetingState = keyof typeof meetingTransitions;

/** A proposal is over when its time begins, an accepted meeting when its time ends. */
export function currentMeetingState<State extends MeetingState>(
  { state, startsAt, endsAt }: { state: State; startsAt: string | Date; endsAt: string | Date },
  now: Date,
): State | 'expired' | 'past' {
  if (state === 'proposed' && new Date(startsAt) <= now) return 'expired';
  return state === 'accepted' && new Date(endsAt) <= now ? 'past' : state;
}

/** Safe places of a campus. */
export const MAX_PLACES = 50;

/** Characters of the name of a place, and of a place that a user writes. */
export const MAX_PLACE_LENGTH = 80;
export const MAX_PLACE_HINT_LENGTH = 120;

/** A meeting is today or on one of the next days. */
export const MAX_DAYS_AHEAD = 7;

/** How long before a meeting both are reminded. */
export const REMINDER_MS = HOUR_MS;

/** How long a meeting takes: it is over then. */
export const MEETING_MS = HOUR_MS;

/** The most proposals of a user in a conversation in a day; changes are proposals. */
export const MAX_PROPOSALS_PER_DAY = 10;

/** An accepted meeting keeps the reservation for the rest of its day and for so many whole days after it. */
const WHOLE_DAYS_AFTER_MEETING = 1;

/** How long the reservation lasts at least after its meeting is canceled or changed. */
const REST_WITHOUT_MEETING_MS = DAY_MS;

/** How long meetings keep a reservation in all, from its beginning. */
const MAX_RESERVATION_MS = 14 * DAY_MS;

/** The days from which to choose, today first: '2026-11-22'. */
export const meetingDays = (now: Date, timeZone: string): string[] => {
  const today = dayIn(now, timeZone);
  return Array.from({ length: MAX_DAYS_AHEAD + 1 }, (_, days) => addDays(today, days));
};

/**
 * When the clocks of the campus show this time on this day. Null if they skip it, as in the night in which
 * they are put forward.
 */
export function toMeetingTime(day: string, time: string, timeZone: string): Date | null {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const at = toInstant(shown, timeZone);
  return at.getTime() + offsetAt(at, timeZone) === shown ? at : null;
}

type ReservationTimes = { createdAt: Date; until: Date };

/** The latest end of a reservation; it ends with the listing at the latest. */
export const latestEnd = ({ createdAt }: Pick<ReservationTimes, 'createdAt'>, listingEnd: Date): Date =>
  new Date(Math.min(createdAt.getTime() + MAX_RESERVATION_MS, listingEnd.getTime()));

/**
 * An accepted meeting keeps the reservation until the end of the day after it, on the calendar of the campus,
 * and never ends it earlier. Everybody sees this end, so it must not tell the time of the meeting.
 */
export function keepUntil(
  reservation: ReservationTimes,
  { startsAt, timeZone }: { startsAt: Date; timeZone: string },
  listingEnd: Date,
): Date {
  const dayOfEnd = addDays(dayIn(startsAt, timeZone), WHOLE_DAYS_AFTER_MEETING + 1);
  const extended = Math.min(
    toInstant(Date.parse(`${dayOfEnd}T00:00:00Z`), timeZone).getTime(),
    latestEnd(reservation, listingEnd).getTime(),
  );
  return new Date(Math.max(extended, reservation.until.getTime()));
}

/** The end of a reservation that loses its accepted meeting: its former end, but not at once, and never later. */
export function endWithoutMeeting({ createdAt, until }: ReservationTimes, now: Date): Date {
  const usual = Math.max(now.getTime() + REST_WITHOUT_MEETING_MS, createdAt.getTime() + RESERVATION_MS);
  return new Date(Math.min(usual, until.getTime()));
}

/** Whether the day of a meeting can be chosen. */
export const isMeetingDay = (day: string, now: Date, timeZone: string): boolean =>
  meetingDays(now, timeZone).includes(day);
