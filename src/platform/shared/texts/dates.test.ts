import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTime, marketTimeOf, type DateFormat } from './dates.ts';
import { LANGUAGES } from './languages.ts';

const NOW = Date.UTC(2026, 10, 18, 14, 5);

const formats: DateFormat[] = [
  'clock',
  'clockWithZone',
  'date',
  'shortDate',
  'weekdayWithYear',
  'monthOfYear',
];

test.each([
  ['en', 'US', '9:05 AM', 'November 18, 2026', 'Wed'],
  ['en', 'GB', '9:05', '18 November 2026', 'Wed'],
  ['es', 'ES', '9:05', '18 de noviembre de 2026', 'mié'],
  ['es', 'MX', '9:05 a.m.', '18 de noviembre de 2026', 'mié'],
  ['de', 'DE', '9:05', '18. November 2026', 'Mi'],
  ['ar', 'EG', '9:05 ص', '18 نوفمبر 2026', 'الأربعاء'],
  // Without the tag's extensions: the Islamic calendar, and Arabic digits.
  ['ar', 'SA', '9:05 ص', '18 نوفمبر 2026', 'الأربعاء'],
] as const)('%s-%s has its hours, days and months', (language, region, clock, date, weekday) => {
  const where = marketTimeOf({ language, region, timeZone: 'America/New_York' });
  expect(formatTime('clock', NOW, where)).toBe(clock);
  expect(formatTime('date', NOW, where)).toBe(date);
  expect(formatTime('shortDayOfWeek', NOW, where)).toBe(weekday);
});

test('every date has digits from 0 to 9, the Gregorian year and ordinary spaces', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...LANGUAGES),
      fc.constantFrom('US', 'MX', 'DE', 'AT', 'EG', 'SA', 'MA', 'TH', 'IR', 'JP', 'IN'),
      fc.constantFrom('UTC', 'Asia/Kolkata', 'Africa/Cairo', 'America/Santiago'),
      fc.constantFrom(...formats),
      fc.date({ min: new Date('2020-01-01'), max: new Date('2090-12-31'), noInvalidDate: true }),
      (language, region, timeZone, format, at) => {
        const text = formatTime(format, at, marketTimeOf({ language, region, timeZone }));
        expect(text).not.toMatch(/[\u00a0\u202f]/);
        expect(text.replaceAll(/[0-9]/g, '')).not.toMatch(/\p{Nd}/u);
        const shown = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' }).format(at);
        if (['date', 'weekdayWithYear', 'monthOfYear'].includes(format)) expect(text).toContain(shown);
      },
    ),
  );
});

test('the clock of a meeting can name its time zone', () => {
  const where = marketTimeOf({ language: 'en', region: 'US', timeZone: 'America/New_York' });
  expect(formatTime('clockWithZone', NOW, where)).toBe('9:05 AM EST');
});
