import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '#platform/shared/durations.ts';
import { nextMorning } from './next-morning.ts';

const next = (now: string, timeZone: string) => nextMorning(new Date(now), timeZone).toISOString();

it('is eight o’clock of today or tomorrow, where the campus is', () => {
  expect(next('2026-11-22T06:00:00Z', 'UTC')).toBe('2026-11-22T08:00:00.000Z');
  expect(next('2026-11-22T08:00:00Z', 'UTC')).toBe('2026-11-23T08:00:00.000Z');
  expect(next('2026-11-22T12:59:59.999Z', 'America/New_York')).toBe('2026-11-22T13:00:00.000Z');
  expect(next('2026-11-22T23:00:00Z', 'Asia/Kolkata')).toBe('2026-11-23T02:30:00.000Z');
  expect(next('2026-11-22T19:30:00Z', 'Pacific/Kiritimati')).toBe('2026-11-23T18:00:00.000Z');
});

it('follows daylight saving time', () => {
  // New York's clocks go forward in the night to 8 March 2026, and back in the night to 1 November.
  expect(next('2026-03-07T20:00:00Z', 'America/New_York')).toBe('2026-03-08T12:00:00.000Z');
  expect(next('2026-10-31T20:00:00Z', 'America/New_York')).toBe('2026-11-01T13:00:00.000Z');
});

it('is always the only morning of the next day, on the hour', () => {
  const zones = [
    'UTC',
    'America/New_York',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'Pacific/Apia',
  ];
  const times = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(times, fc.constantFrom(...zones), (now, timeZone) => {
      const morning = nextMorning(now, timeZone);
      const shown = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(morning);
      expect(shown).toBe('08:00:00');
      expect(morning.getTime() - now.getTime()).toBeGreaterThan(0);
      expect(morning.getTime() - now.getTime()).toBeLessThanOrEqual(DAY_MS + HOUR_MS);
    }),
  );
});
