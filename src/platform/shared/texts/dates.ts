import { currentLocale, type Locale } from './locale.ts';

export type DateInput = number | string | Date;

/** `locale`: a tag for Intl. What is absent is the language of the page, and the time zone of the reader's device. */
export type TimeLocale = { locale?: string; timeZone?: string };

const FORMATS = {
  clock: { hour: 'numeric', minute: '2-digit' },
  clockWithZone: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  date: { day: 'numeric', month: 'long', year: 'numeric' },
  moment: { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' },
  shortDate: { day: 'numeric', month: 'short' },
  weekday: { weekday: 'long', day: 'numeric', month: 'long' },
  weekdayWithYear: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  dayOfWeek: { weekday: 'long' },
  shortDayOfWeek: { weekday: 'short' },
  dayOfMonth: { day: 'numeric' },
  shortMonth: { month: 'short' },
  monthOfYear: { month: 'long', year: 'numeric' },
  /** In Sweden's form: '2026-11-18'. */
  key: { day: '2-digit', month: '2-digit', year: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateFormat = keyof typeof FORMATS;

/** Creating a formatter takes much longer than using it. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** With the habits of the country, as 12 or 24 hours, but everywhere the same calendar and the digits 0 to 9. */
const toTag = ({ language, region }: Pick<Locale, 'language' | 'region'>): string =>
  `${language}-${region}-u-ca-gregory-nu-latn`;

/** The language of a reader, and the time zone of the market. */
export const marketTimeOf = (locale: Pick<Locale, 'language' | 'region' | 'timeZone'>): TimeLocale => ({
  locale: toTag(locale),
  timeZone: locale.timeZone,
});

/** A server and a browser may write it differently: where both do, as in `Time`, React must not compare them. */
export function formatTime(name: DateFormat, at: DateInput, { locale, timeZone }: TimeLocale): string {
  const tag = locale ?? toTag(currentLocale());
  const key = `${name} ${tag} ${timeZone}`;
  let formatter = formatters.get(key);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat(tag, { ...FORMATS[name], ...(timeZone && { timeZone }) });
    formatters.set(key, formatter);
  }
  // Versions of ICU disagree about the space before 'PM'.
  return formatter.format(new Date(at)).replace(/[\u00a0\u202f]/g, ' ');
}

/** A text that stands alone: Spanish writes 'martes' within a sentence. */
export const capitalize = (text: string): string =>
  text.charAt(0).toLocaleUpperCase(currentLocale().language) + text.slice(1);
