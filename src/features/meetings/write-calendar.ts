import { DAY_MS } from '#platform/shared/durations.ts';
import { offsetAt, readClock } from '#platform/shared/zoned-time.ts';

/** An entry of a calendar (RFC 5545). Programs replace one with the same `uid` and a lower `sequence`. */
export type CalendarEntry = {
  uid: string;
  sequence: number;
  /** Tells calendars to remove it. */
  isCanceled: boolean;
  startsAt: Date;
  endsAt: Date;
  /** The IANA time zone. */
  timeZone: string;
  summary: string;
  location: string;
  description: string;
  url: string;
  writtenAt: Date;
};

/** Octets of a line, without its end. */
const MAX_LINE_OCTETS = 75;

/** How far before and after an entry its time zone is described. */
const ZONE_SPAN_MS = 200 * DAY_MS;

/** A file with one entry, in the time of its time zone. */
export function writeCalendar(entry: CalendarEntry): string {
  const { timeZone, isCanceled, url } = entry;
  const zoned = (at: Date) => `TZID=${timeZone}:${toLocalText(at, timeZone)}`;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//BookSwap//Meetings//EN',
    `METHOD:${isCanceled ? 'CANCEL' : 'PUBLISH'}`,
    ...describeZone(entry),
    'BEGIN:VEVENT',
    `UID:${entry.uid}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${toUtcText(entry.writtenAt)}`,
    `DTSTART;${zoned(entry.startsAt)}`,
    `DTEND;${zoned(entry.endsAt)}`,
    `STATUS:${isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escape(entry.summary)}`,
    `LOCATION:${escape(entry.location)}`,
    `DESCRIPTION:${escape(entry.description)}`,
    `URL:${url}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** The offsets of the time zone around an entry: what applies at first, and each change after that. */
function describeZone({ startsAt, timeZone }: Pick<CalendarEntry, 'startsAt' | 'timeZone'>): string[] {
  const begin = startsAt.getTime() - ZONE_SPAN_MS;
  const changes = findOffsetChanges(begin, startsAt.getTime() + ZONE_SPAN_MS, timeZone);
  const first = offsetAt(new Date(begin), timeZone);
  const lowest = Math.min(first, ...changes.map(({ to }) => to));
  const observances = [{ at: new Date(begin), from: first, to: first }, ...changes].flatMap(
    ({ at, from, to }) => {
      const name = to > lowest ? 'DAYLIGHT' : 'STANDARD';
      return [
        `BEGIN:${name}`,
        // The local time before the change.
        `DTSTART:${toUtcText(new Date(at.getTime() + from)).slice(0, -1)}`,
        `TZOFFSETFROM:${toOffsetText(from)}`,
        `TZOFFSETTO:${toOffsetText(to)}`,
        `END:${name}`,
      ];
    },
  );
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances, 'END:VTIMEZONE'];
}

type OffsetChange = { at: Date; from: number; to: number };

/** Finds offset changes to the second, by halving the days on which they occur. */
function findOffsetChanges(begin: number, end: number, timeZone: string): OffsetChange[] {
  const offset = (time: number) => offsetAt(new Date(time), timeZone);
  const changes: OffsetChange[] = [];
  for (let day = begin; day < end; day += DAY_MS) {
    const [from, to] = [offset(day), offset(day + DAY_MS)];
    if (from === to) continue;
    let [before, after] = [Math.floor(day / 1000), Math.ceil((day + DAY_MS) / 1000)];
    while (after - before > 1) {
      const middle = Math.floor((before + after) / 2);
      if (offset(middle * 1000) === from) before = middle;
      else after = middle;
    }
    changes.push({ at: new Date(after * 1000), from, to });
  }
  return changes;
}

/** '20261122T190000Z' */
const toUtcText = (at: Date): string =>
  `${at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length).replaceAll(/[-:]/g, '')}Z`;

/** '20261122T140000', as the clocks show it. */
function toLocalText(at: Date, timeZone: string): string {
  const { year, month, day, hour, minute, second } = readClock(at, timeZone);
  return toUtcText(new Date(Date.UTC(year, month - 1, day, hour, minute, second))).slice(0, -1);
}

/** '-0500', with seconds if there are any. */
function toOffsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1000;
  const units = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = units[2] === 0 ? units.slice(0, 2) : units;
  return `${offset < 0 ? '-' : '+'}${shown.map((unit) => String(unit).padStart(2, '0')).join('')}`;
}

const escape = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (mark) => `\\${mark}`).replaceAll('\n', '\\n');

const encoder = new TextEncoder();
const countOctets = (text: string): number => encoder.encode(text).length;

/** Breaks a line between characters, so that no part is longer than the limit. */
function fold(line: string): string {
  const folded: string[] = [];
  let current = '';
  for (const character of line) {
    // Each current but the first begins with a space.
    const limit = folded.length === 0 ? MAX_LINE_OCTETS : MAX_LINE_OCTETS - 1;
    if (countOctets(current + character) > limit) {
      folded.push(current);
      current = '';
    }
    current += character;
  }
  return [...folded, current].join('\r\n ');
}
