import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLocaleOf } from '#platform/server/texts/create-locale-of.ts';
import { marketTimeOf } from '#platform/shared/texts/dates.ts';
import { LANGUAGES, type Language } from '#platform/shared/texts/languages.ts';
import { renderIn } from '#platform/shared/texts/locale.ts';
import { testMarket } from '#tests/support/test-market.ts';
import {
  dayKey,
  formatClockTime,
  formatDate,
  formatDay,
  formatPastDay,
  formatDateTime,
  formatMessageTime,
  formatMonth,
  formatShortDate,
  formatUntil,
  timeAgo,
} from './format-time.ts';

const UTC = { timeZone: 'UTC' };
const NOW = Date.UTC(2026, 10, 20, 14, 40);
const MINUTE = 60_000;
const DAY = 86_400_000;

describe('time formats', () => {
  test.each([
    [0, 'just now'],
    [MINUTE, '1 minute ago'],
    [59 * MINUTE, '59 minutes ago'],
    [60 * MINUTE, '1 hour ago'],
    [2 * DAY, '2 days ago'],
    [14 * DAY, '2 weeks ago'],
    [65 * DAY, '2 months ago'],
    [400 * DAY, '1 year ago'],
    // another clock is ahead
    [-5 * MINUTE, 'just now'],
  ])('%i ms: %s', (age, words) => {
    expect(timeAgo(NOW - age, NOW)).toBe(words);
  });

  test('are full dates, and days by name', () => {
    expect(formatDateTime(NOW, UTC)).toBe('November 20, 2026, 2:40 PM UTC');
    expect(formatDay(NOW - 1, NOW, UTC)).toBe('Today');
    expect(formatDay(NOW - DAY, NOW, UTC)).toBe('Yesterday');
    expect(formatDay(NOW - 2 * DAY, NOW, UTC)).toBe('Wednesday, November 18');
    expect(formatPastDay(NOW, NOW, UTC)).toBe('today');
    expect(formatPastDay(NOW - DAY, NOW, UTC)).toBe('yesterday');
    expect(formatPastDay(NOW - 2 * DAY, NOW, UTC)).toBe('Wednesday, November 18');
    expect(formatDay(Date.UTC(2025, 0, 1), NOW, UTC)).toBe('Wednesday, January 1, 2025');
  });

  test.each([
    [{ locale: 'en-US', timeZone: 'America/Chicago' }, '8:40 AM', 'November 20, 2026', 'Nov 18'],
    [{ locale: 'de-DE', timeZone: 'Europe/Berlin' }, '15:40', '20. November 2026', '18. Nov.'],
    [{ locale: 'en-GB', timeZone: 'Asia/Tokyo' }, '23:40', '20 November 2026', '18 Nov'],
  ])('follow the locale and the time zone: %o', (where, clock, date, short) => {
    expect(formatClockTime(NOW, where)).toBe(clock);
    expect(formatDate(NOW, where)).toBe(date);
    expect(formatDateTime(NOW, where)).toBe(`${date}, ${clock}`);
    expect(formatShortDate('2026-11-18', where)).toBe(short);
  });

  test('of the coming days name the day of the week', () => {
    const near = (ms: number) => formatUntil(NOW + ms, NOW, UTC);
    expect(near(60 * MINUTE)).toBe('today, 3:40 PM');
    expect(near(DAY)).toBe('Saturday, 2:40 PM');
    expect(near(6 * DAY - 1)).toBe('Thursday, 2:39 PM');
    expect(near(7 * DAY)).toBe('Nov 27, 2:40 PM');
    expect(near(-DAY)).toBe('November 19, 2026, 2:40 PM UTC');
    expect(near(-MINUTE)).toBe('today, 2:39 PM');
  });

  test.each([
    ['2026-11-21T05:00:00Z', 'the end of today'],
    ['2026-11-22T05:00:00Z', 'the end of Saturday'],
    ['2026-12-02T05:00:00Z', 'the end of Dec 1'],
    ['2026-11-19T05:00:00Z', 'the end of November 18, 2026'],
    ['2026-11-22T05:01:00Z', 'Sunday, 12:01 AM'],
  ])('say that %s is %s in New York', (at, words) => {
    expect(formatUntil(at, NOW, { locale: 'en-US', timeZone: 'America/New_York' })).toBe(words);
  });

  test('change the day at midnight of the time zone', () => {
    const late = Date.UTC(2026, 10, 20, 23, 30);
    const berlin = { locale: 'de-DE', timeZone: 'Europe/Berlin' };
    expect(dayKey(late, UTC)).toBe('2026-11-20');
    expect(dayKey(late, berlin)).toBe('2026-11-21');
    expect(formatDay(NOW, late, berlin)).toBe('Yesterday');
    expect(formatDay(NOW - 3 * DAY, late, berlin)).toBe('Dienstag, 17. November');
  });

  test('show the clock for a day, then the age', () => {
    expect(formatMessageTime(NOW - DAY + 1, NOW, UTC)).toBe('2:40 PM');
    expect(formatMessageTime(NOW - DAY, NOW, UTC)).toBe('1 day ago');
  });
});

const REGIONS = { en: 'US', es: 'ES', de: 'DE', ar: 'EG' } as const;

/** What a page in the language shows, in a market in Berlin. */
function inLanguage<T>(language: Language, read: (where: ReturnType<typeof marketTimeOf>) => T): T {
  const region = REGIONS[language];
  const locale = createLocaleOf({ ...testMarket, region, timeZone: 'Europe/Berlin' })(language);
  return renderIn(locale, () => read(marketTimeOf(locale)));
}

describe('in the language of the page', () => {
  const ages = [0, MINUTE, 2 * MINUTE, 3 * 60 * MINUTE, DAY, 14 * DAY, 70 * DAY, 800 * DAY];

  test.each([
    [
      'en',
      'just now · 1 minute ago · 2 minutes ago · 3 hours ago · 1 day ago · 2 weeks ago · 2 months ago · 2 years ago',
    ],
    [
      'es',
      'hace un momento · hace 1 minuto · hace 2 minutos · hace 3 horas · hace 1 día · hace 2 semanas · hace 2 meses · hace 2 años',
    ],
    [
      'de',
      'gerade eben · vor 1 Minute · vor 2 Minuten · vor 3 Stunden · vor 1 Tag · vor 2 Wochen · vor 2 Monaten · vor 2 Jahren',
    ],
    [
      'ar',
      'قبل لحظات · قبل دقيقة · قبل دقيقتين · قبل 3 ساعات · قبل يوم · قبل أسبوعين · قبل شهرين · قبل سنتين',
    ],
  ] as const)('ages have the plurals of %s', (language, words) => {
    expect(inLanguage(language, () => ages.map((age) => timeAgo(NOW - age, NOW))).join(' · ')).toBe(words);
  });

  test.each([
    [
      'en',
      ['Today', 'Yesterday', 'Wednesday, November 18'],
      ['yesterday', 'Wednesday, November 18'],
      ['today', 'November 2025'],
    ],
    [
      'es',
      ['Hoy', 'Ayer', 'Miércoles, 18 de noviembre'],
      ['ayer', 'miércoles, 18 de noviembre'],
      ['hoy', 'noviembre de 2025'],
    ],
    [
      'de',
      ['Heute', 'Gestern', 'Mittwoch, 18. November'],
      ['gestern', 'Mittwoch, 18. November'],
      ['heute', 'November 2025'],
    ],
    ['ar', ['اليوم', 'أمس', 'الأربعاء، 18 نوفمبر'], ['أمس', 'الأربعاء، 18 نوفمبر'], ['اليوم', 'نوفمبر 2025']],
  ] as const)('days have their names in %s, alone and in a sentence', (language, days, pastDays, months) => {
    inLanguage(language, (where) => {
      expect([0, 1, 2].map((age) => formatDay(NOW - age * DAY, NOW, where))).toEqual(days);
      expect([1, 2].map((age) => formatPastDay(NOW - age * DAY, NOW, where))).toEqual(pastDays);
      expect([0, 360].map((age) => formatMonth(NOW - age * DAY, NOW, where))).toEqual(months);
    });
  });

  test.each([
    [
      'en',
      [
        'today, 4:40 PM',
        'Saturday, 3:40 PM',
        'Nov 27, 3:40 PM',
        'November 19, 2026, 3:40 PM',
        'the end of today',
        'the end of Saturday',
      ],
    ],
    [
      'es',
      [
        'hoy, 16:40',
        'el sábado, 15:40',
        'el 27 nov, 15:40',
        'el 19 de noviembre de 2026, 15:40',
        'el final de hoy',
        'el final del sábado',
      ],
    ],
    [
      'de',
      [
        'heute, 16:40',
        'Samstag, 15:40',
        '27. Nov., 15:40',
        '19. November 2026, 15:40',
        'einschließlich heute',
        'einschließlich Samstag',
      ],
    ],
    [
      'ar',
      [
        'اليوم، 4:40 م',
        'السبت، 3:40 م',
        '27 نوفمبر، 3:40 م',
        '19 نوفمبر 2026، 3:40 م',
        'نهاية اليوم',
        'نهاية يوم السبت',
      ],
    ],
  ] as const)('ends are words of %s after "until"', (language, words) => {
    const ends = [60 * MINUTE, DAY, 7 * DAY, -DAY].map((left) => NOW + left);
    const midnights = [Date.UTC(2026, 10, 20, 23), Date.UTC(2026, 10, 21, 23)];
    inLanguage(language, (where) => {
      const texts = [...ends, ...midnights].map((end) => formatUntil(end, NOW, where));
      // In Arabic each part is isolated.
      expect(texts.map((text) => text.replaceAll(/[\u200f\u2068\u2069]/g, ''))).toEqual(words);
    });
  });

  test('every time has words, whatever it is', () => {
    const form = fc.constantFrom(
      timeAgo,
      formatMessageTime,
      formatDay,
      formatPastDay,
      formatMonth,
      formatUntil,
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...LANGUAGES),
        form,
        fc.integer({ min: -900 * DAY, max: 900 * DAY }),
        (language, format, ms) => {
          const text = inLanguage(language, (where) => format(NOW + ms, NOW, where));
          expect(text).not.toMatch(/ui\.time|undefined|[{}#]|^\s|\s$|\s\s/);
          expect(text).not.toBe('');
          if (language === 'ar') expect(text.replace(/ UTC$/, '')).not.toMatch(/[a-z]/i);
        },
      ),
    );
  });
});
