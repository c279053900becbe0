import { toIsbn13 } from '#features/books/isbn.ts';
import { formSubjects } from '#features/books/rules.ts';
import type { ScannedCode } from '#features/scanner/rules.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/shared/durations.ts';

/** Where facts of an edition come from; `findLocalEdition` decides between the first two. */
export const editionSources = ['catalogue', 'campus', 'openlibrary', 'googlebooks'] as const;
export type EditionSource = (typeof editionSources)[number];

/** The sources beyond the product, in the order of `ISBN_LOOKUP`. */
export const remoteSources = ['openlibrary', 'googlebooks'] as const satisfies EditionSource[];
export type RemoteSourceName = (typeof remoteSources)[number];

/** Facts of an edition; null where they are absent. */
export type EditionFacts = {
  title: string;
  author: string | null;
  edition: string | null;
  publisher: string | null;
  publishedYear: number | null;
  subject: string | null;
};

/** What sellers here wrote counts as a fact when this many of them agree. */
export const MIN_AGREEING_SELLERS = 2;
/** This many, when they agree, override the shipped catalog. */
export const MIN_CORRECTING_SELLERS = 5;

/** Copies of one book that are counted. With this many there may be more. */
export const MAX_COUNTED_COPIES = 100;

/** Listings of other editions that the page of a book shows. */
export const MAX_SHOWN_OTHER_LISTINGS = 3;

/** Works that a search of administrators lists. */
export const MAX_LISTED_WORKS = 20;

/** The most editions of a work that a response lists. */
export const MAX_EDITIONS_OF_WORK = 50;

export const REMOTE_TIMEOUT_MS = 2_000;
/** How long its facts are stored, and its 'unknown'. */
export const KNOWN_EDITION_TTL_MS = 90 * DAY_MS;
export const UNKNOWN_EDITION_TTL_MS = DAY_MS;
/** The failures in a row after which a remote source is not asked for a time. */
export const MAX_REMOTE_FAILURES = 3;
export const REMOTE_PAUSE_MS = MINUTE_MS;

/** Lookups: a large shelf of one user, the first day of a term of one network, but not a whole catalog. */
export const lookupRateLimit = {
  user: { name: 'edition-lookup', points: 300, durationMs: HOUR_MS },
  network: { name: 'edition-lookup-network', points: 1_500, durationMs: HOUR_MS },
};

const subjectWords: readonly [RegExp, (typeof formSubjects)[number]][] = [
  [/science fiction/i, 'Fiction'],
  [/comput(er|ing)|programming|software|algorithm/i, 'Computer Science'],
  [/mathemat|algebra|calculus|geometry|statistics/i, 'Mathematics'],
  [/engineering|electronics|mechanics of/i, 'Engineering'],
  [/psycholog/i, 'Psychology'],
  [/physics|chemi|biolog|astronom|geolog|\bscience\b/i, 'Science'],
  [/econom|business|accounting|management|marketing|finance/i, 'Business'],
  [/histor/i, 'History'],
  [/horror/i, 'Horror'],
  [/romance|love stories/i, 'Romance'],
  [/humor|comed/i, 'Comedy'],
  [/literature|poetry|drama|criticism/i, 'Literature'],
  [/fiction/i, 'Fiction'],
];

/** The form's subject that fits the subjects of a library, in their order; null if none does. */
export function toFormSubject(subjects: readonly string[]): string | null {
  for (const subject of subjects) {
    const exact = formSubjects.find((known) => known.toLowerCase() === subject.toLowerCase());
    const found = exact ?? subjectWords.find(([words]) => words.test(subject))?.[1];
    if (found !== undefined) return found;
  }
  return null;
}

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
];

/** '5th ed.', 'Fifth edition', '5' → '5th Edition'; 'Rev. ed.' → 'Revised Edition'; null for other words. */
export function toEditionName(text: string): string | null {
  const words = text.trim().toLowerCase();
  if (/\b(print|impression|vol)/.test(words)) return null;
  const rest = words.replace(/^rev(ised|\.)?\s+(?=\w*\d)/, '');
  if (/^rev\b|^revised/.test(rest)) return 'Revised Edition';
  if (words.startsWith('international')) return 'International Edition';
  const spelled = ordinals.findIndex((ordinal) => rest.split(/\W/, 1)[0] === ordinal) + 1;
  const number = spelled || Number(/^(\d{1,2})(st|nd|rd|th)?\b/.exec(rest)?.[1] ?? 0);
  return number === 0 ? null : toNumberedEdition(number);
}

/** 8 → '8th Edition'. */
export const toNumberedEdition = (edition: number): string => `${edition}${ordinalEnding(edition)} Edition`;

function ordinalEnding(number: number): string {
  if (number >= 11 && number <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th';
}

/** 'March 2004' → 2004; null where there is no year, or an impossible one. */
export function toPublishedYear(text: string, now: Date): number | null {
  const year = Number(/(?<!\d)(1[5-9]\d\d|2\d\d\d)(?!\d)/.exec(text)?.[1] ?? 0);
  return year === 0 || year > now.getUTCFullYear() + 1 ? null : year;
}

/** 'The Hunger Games (The Hunger Games, #1)' → 'The Hunger Games'. */
export const withoutSeries = (title: string): string =>
  title.replace(/\s*\((?:[^()]|\([^()]*\))*#[^()]*\)\s*$/, '') || title;

/** The ISBN of a book's barcode, 13 digits; null for other codes, and for a misread one. */
export const readIsbnBarcode = ({ format, text }: ScannedCode): string | null =>
  format === 'ean_13' && /^97[89]\d{10}$/.test(text) ? toIsbn13(text) : null;
