import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { type CalendarEntry, writeCalendar } from './write-calendar.ts';

const startsAt = new Date('2026-11-22T19:00:00Z');
const entry: CalendarEntry = {
  uid: '0199@meetings.bookswap',
  sequence: 2,
  isCanceled: false,
  startsAt,
  endsAt: new Date(startsAt.getTime() + HOUR_MS),
  timeZone: 'America/New_York',
  summary: 'BookSwap: Calculus, 8th Edition; \\ Ünï 😀',
  location: 'Library entrance, by the returns desk; staffed',
  description: `Meet Jonas.\nhttps://swap.northfield.edu/conversation/0199. ${'Größe 📚 '.repeat(30)}`,
  url: 'https://swap.northfield.edu/conversation/0199',
  writtenAt: new Date('2026-11-21T11:02:03.456Z'),
};

/** What an independent parser reads. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone')!);
  const event = calendar.getFirstSubcomponent('vevent')!;
  const timeOf = (name: string) => {
    const time = event.getFirstPropertyValue(name) as InstanceType<typeof ICAL.Time>;
    time.zone = zone;
    return new Date(time.toUnixTime() * 1000);
  };
  return { calendar, zone, event, timeOf, text: (name: string) => event.getFirstPropertyValue(name) };
}

describe('a calendar file', () => {
  it('has lines of at most 75 octets that end with CR and LF', () => {
    const file = writeCalendar(entry);
    const lines = file.split('\r\n');
    expect(lines.pop()).toBe('');
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line).not.toMatch(/[\r\n]/);
      // No character is cut in two.
      expect(line.isWellFormed()).toBe(true);
    }
    expect(lines.some((line) => Buffer.byteLength(line) === 75)).toBe(true);
  });

  it('is read back as it was written', () => {
    const { calendar, event, text, timeOf } = read(writeCalendar(entry));
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(text('uid')).toBe(entry.uid);
    expect(text('sequence')).toBe(2);
    expect(text('status')).toBe('CONFIRMED');
    for (const name of ['summary', 'location', 'description', 'url'] as const)
      expect(text(name)).toBe(entry[name]);
    expect(String(text('dtstamp'))).toBe('2026-11-21T11:02:03Z');
    expect(event.getFirstProperty('dtstart')?.getParameter('tzid')).toBe('America/New_York');
    expect(String(text('dtstart'))).toBe('2026-11-22T14:00:00');
    expect(timeOf('dtstart')).toEqual(entry.startsAt);
    expect(timeOf('dtend')).toEqual(entry.endsAt);
  });

  it('of a canceled meeting tells calendars to remove it', () => {
    const { calendar, text } = read(writeCalendar({ ...entry, isCanceled: true, sequence: 3 }));
    expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL');
    expect(text('status')).toBe('CANCELLED');
    expect(text('sequence')).toBe(3);
  });

  it.each([
    // Around the changes of daylight saving, in both halves of the world, and in zones without. Of a time
    // that clocks show twice this parser reads the second, against the RFC.
    ['America/New_York', '2026-11-01T17:00:00Z', '2026-11-01T12:00:00'],
    ['America/New_York', '2026-03-08T06:59:00Z', '2026-03-08T01:59:00'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026-03-08T03:00:00'],
    ['Europe/Berlin', '2026-03-29T00:59:00Z', '2026-03-29T01:59:00'],
    ['Europe/Berlin', '2026-03-29T10:00:00Z', '2026-03-29T12:00:00'],
    ['Europe/Berlin', '2026-10-25T11:00:00Z', '2026-10-25T12:00:00'],
    ['Australia/Lord_Howe', '2026-10-04T12:00:00Z', '2026-10-04T23:00:00'],
    ['Asia/Kolkata', '2026-07-01T12:00:00Z', '2026-07-01T17:30:00'],
    ['Pacific/Marquesas', '2026-07-01T12:00:00Z', '2026-07-01T02:30:00'],
    ['UTC', '2026-07-01T12:00:00Z', '2026-07-01T12:00:00'],
  ])('in %s, %s is %s', (timeZone, instant, shown) => {
    const at = new Date(instant);
    const file = writeCalendar({ ...entry, timeZone, startsAt: at, endsAt: at });
    const { text, timeOf } = read(file);
    expect(String(text('dtstart'))).toBe(shown);
    expect(timeOf('dtstart')).toEqual(at);
  });
});
