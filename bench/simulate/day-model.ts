/**
 * The model of a campus: how often its students do what, and when. All numbers of `npm run simulate` are
 * here. `source` says where each comes from; 'assumption' is nobody's measurement.
 */

/** Students of one campus: what `--multiple 1` plays. */
const STUDENTS = 10_000;

/** Visits of one student on an ordinary day: one in ten comes by, one and a half times. */
const VISITS_PER_DAY = { value: 0.15, source: 'assumption' };

/** Minutes that a visit keeps its socket open. */
export const VISIT_MINUTES = { value: 5, source: 'assumption' };

/** How many times an ordinary day's visits the busiest day of a term start has. */
const TERM_START_FACTOR = { value: 5, source: 'assumption' };

/** The share of looks at a book that load its page; the others come from a list, and fetch it alone. */
export const BOOK_PAGE_SHARE = { value: 0.2, source: 'assumption' };

type PerVisit = { perVisit: number; source: string };

/** What a visit contains, on average. */
const visit = {
  visit: { perVisit: 1, source: 'by definition: one socket' },
  home: { perVisit: 1, source: 'by definition: most visits begin on Home' },
  list: { perVisit: 2, source: 'assumption: further pages and filters' },
  search: { perVisit: 2.5, source: 'assumption' },
  book: { perVisit: 5, source: 'assumption' },
  favorite: { perVisit: 0.3, source: 'assumption' },
  conversation: { perVisit: 0.15, source: 'assumption: one visit in seven contacts a seller' },
  message: { perVisit: 0.9, source: 'assumption: six messages in a conversation, of both sides' },
  listing: { perVisit: 0.05, source: 'assumption: three listings a year and student, with one photo each' },
} as const satisfies Record<string, PerVisit>;

export type Feature = keyof typeof visit;
export const features = Object.keys(visit) as Feature[];

/** The share of a day's visits in each hour. */
const HOURLY_SHARES = {
  value: [
    0.01, 0.006, 0.004, 0.003, 0.003, 0.005, 0.012, 0.025, 0.04, 0.05, 0.058, 0.062, 0.065, 0.063, 0.06,
    0.058, 0.057, 0.06, 0.066, 0.075, 0.08, 0.068, 0.044, 0.026,
  ],
  source: 'assumption: quiet at night, a plateau from ten to five, a peak at eight in the evening',
};

const HOUR_SECONDS = 3_600;
const shareTotal = HOURLY_SHARES.value.reduce((sum, share) => sum + share, 0);

/**
 * Arrivals a second of a feature, at a moment of the day (0: midnight, 1: the next), between the middles of
 * the hours on a straight line.
 */
export function rateAt(feature: Feature, dayShare: number, { multiple = 1, termStart = false } = {}): number {
  const shares = HOURLY_SHARES.value;
  const hour = dayShare * shares.length - 0.5;
  const first = Math.floor(hour);
  const at = (index: number) => shares[(index + shares.length) % shares.length]!;
  const share = (at(first) + (at(first + 1) - at(first)) * (hour - first)) / shareTotal;
  const visits = STUDENTS * VISITS_PER_DAY.value * (termStart ? TERM_START_FACTOR.value : 1);
  return (multiple * visits * share * visit[feature].perVisit) / HOUR_SECONDS;
}

/** No rate of this feature is higher. */
export function peakRate(feature: Feature, options: { multiple?: number; termStart?: boolean } = {}): number {
  const busiest = HOURLY_SHARES.value.indexOf(Math.max(...HOURLY_SHARES.value));
  return rateAt(feature, (busiest + 0.5) / HOURLY_SHARES.value.length, options);
}
