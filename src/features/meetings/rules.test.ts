import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import {
  endWithoutMeeting,
  isMeetingDay,
  keepUntil,
  latestEnd,
  meetingDays,
  toMeetingTime,
} from './rules.ts';

const NEW_YORK = 'America/New_York';
const BERLIN = 'Europe/Berlin';

describe('the time of a meeting', () => {
  it.each([
    [NEW_YORK, '2026-11-22', '14:00', '2026-11-22T19:00:00.000Z'],
    [BERLIN, '2026-11-22', '14:00', '2026-11-22T13:00:00.000Z'],
    // The days on which daylight saving begins and ends.
    [NEW_YORK, '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    [NEW_YORK, '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    [NEW_YORK, '2026-11-01', '00:30', '2026-11-01T04:30:00.000Z'],
    [NEW_YORK, '2026-11-01', '12:00', '2026-11-01T17:00:00.000Z'],
    [BERLIN, '2026-03-29', '12:00', '2026-03-29T10:00:00.000Z'],
    [BERLIN, '2026-10-25', '12:00', '2026-10-25T11:00:00.000Z'],
  ])('in %s on %s at %s is %s', (timeZone, day, time, instant) => {
    expect(toMeetingTime(day, time, timeZone)?.toISOString()).toBe(instant);
  });

  it('is the first of two when the clocks show it twice', () => {
    expect(toMeetingTime('2026-11-01', '01:30', NEW_YORK)?.toISOString()).toBe('2026-11-01T05:30:00.000Z');
    expect(toMeetingTime('2026-10-25', '02:30', BERLIN)?.toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  it('is refused when the clocks skip it', () => {
    expect(toMeetingTime('2026-03-08', '02:30', NEW_YORK)).toBeNull();
    expect(toMeetingTime('2026-03-29', '02:30', BERLIN)).toBeNull();
  });
});

it('the day of a meeting is today or one of the next seven, on the calendar of the campus', () => {
  // Already tomorrow in Berlin.
  const now = new Date('2026-10-24T23:30:00Z');
  expect(meetingDays(now, BERLIN)).toEqual([
    '2026-10-25',
    '2026-10-26',
    '2026-10-27',
    '2026-10-28',
    '2026-10-29',
    '2026-10-30',
    '2026-10-31',
    '2026-11-01',
  ]);
  expect(meetingDays(now, NEW_YORK)[0]).toBe('2026-10-24');
  expect(isMeetingDay('2026-10-24', now, BERLIN)).toBe(false);
  expect(isMeetingDay('2026-11-01', now, BERLIN)).toBe(true);
  expect(isMeetingDay('2026-11-02', now, BERLIN)).toBe(false);
});

describe('the end of a reservation with a meeting', () => {
  const createdAt = new Date('2026-11-02T10:00:00Z');
  const after = (ms: number) => new Date(createdAt.getTime() + ms);
  const reservation = { createdAt, until: after(3 * DAY_MS) };
  const listingEnd = after(100 * DAY_MS);

  const meeting = (startsAt: Date, timeZone = NEW_YORK) => ({ startsAt, timeZone });

  it.each([
    [NEW_YORK, '2026-11-07', '2026-11-09T05:00:00.000Z'],
    [BERLIN, '2026-11-07', '2026-11-08T23:00:00.000Z'],
    // The nights in which daylight saving begins and ends.
    [NEW_YORK, '2027-03-13', '2027-03-15T04:00:00.000Z'],
    [BERLIN, '2026-10-24', '2026-10-25T23:00:00.000Z'],
  ])('in %s is a whole day after a meeting on %s at any time', (timeZone, day, end) => {
    const began = { createdAt: new Date(`${day}T00:00:00Z`), until: new Date(`${day}T00:00:00Z`) };
    for (const time of ['00:00', '08:15', '14:00', '23:59']) {
      const startsAt = toMeetingTime(day, time, timeZone)!;
      expect(keepUntil(began, meeting(startsAt, timeZone), new Date('2028-01-01')).toISOString()).toBe(end);
    }
  });

  it('is never earlier than it was', () => {
    expect(keepUntil(reservation, meeting(after(HOUR_MS)), listingEnd)).toEqual(reservation.until);
  });

  it('is at most 14 days after it began, and not after the end of the listing', () => {
    expect(keepUntil(reservation, meeting(after(13.5 * DAY_MS)), listingEnd)).toEqual(after(14 * DAY_MS));
    expect(keepUntil(reservation, meeting(after(5 * DAY_MS)), after(5.5 * DAY_MS))).toEqual(
      after(5.5 * DAY_MS),
    );
    expect(latestEnd(reservation, listingEnd)).toEqual(after(14 * DAY_MS));
  });

  it('without the meeting is as it was at first, in a day at the earliest, and never later', () => {
    const extended = { createdAt, until: after(8 * DAY_MS) };
    expect(endWithoutMeeting(extended, after(DAY_MS))).toEqual(after(3 * DAY_MS));
    expect(endWithoutMeeting(extended, after(5 * DAY_MS))).toEqual(after(6 * DAY_MS));
    expect(endWithoutMeeting(extended, after(7.5 * DAY_MS))).toEqual(extended.until);
  });
});
