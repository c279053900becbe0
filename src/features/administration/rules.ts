import type { MarketPrices } from '#platform/shared/market/market.ts';

/** What counts as test data, and the limits of one request. No I/O. */

const TEST_WORDS_PATTERN = 'test|testing|dummy|sample|asdf|qwerty|lorem';

/**
 * One of these as the first word, or as the whole title with a number. A hyphenated word ('Test-Driven') and
 * a longer word ('Testament', 'Sampler') do not count.
 */
const testTitle = new RegExp(
  `^[^\\p{L}\\p{N}]*(?:${TEST_WORDS_PATTERN})(?:(?![\\p{L}\\p{N}]|['’-][\\p{L}\\p{N}])|[^\\p{L}\\p{N}]*\\p{N}+[^\\p{L}\\p{N}]*$)`,
  'iu',
);

/** A book that costs so much or more is not test data: ten dollars, 1,000 yen. */
export const testPriceBelow = ({ step }: Pick<MarketPrices, 'step'>): number => 10 * step;

export const isTestBook = (
  { title, price }: { title: string; price: number },
  prices: Pick<MarketPrices, 'step'>,
): boolean => price < testPriceBelow(prices) && testTitle.test(title.normalize('NFC'));

/** A superset of the rule, for the database. */
export const TEST_TITLE_PATTERN = `^[^[:alnum:]]*(${TEST_WORDS_PATTERN})([^[:alpha:]]|$)`;
/** The same for the full-text index. */
export const testWordQuery = [...new Set(TEST_WORDS_PATTERN.split('|'))]
  .map((word) => `${word}:*`)
  .join(' | ');

/** 'test…@', and addresses that never receive email (RFC 2606). Valid in JavaScript and in PostgreSQL. */
export const TEST_EMAIL_PATTERN =
  '^test[^@]*@|[@.](test|example|invalid|localhost)$|[@.]example[.](com|net|org)$';

/** The users of the demo campus have such addresses too, but are kept. */
export const DEMO_EMAIL_PATTERN = '@demo[.]example$';

export const isTestEmail = (email: string): boolean =>
  new RegExp(TEST_EMAIL_PATTERN, 'i').test(email) && !new RegExp(DEMO_EMAIL_PATTERN, 'i').test(email);

/** How much one request deletes at most. A further request deletes the rest. */
export const CLEANUP_BATCH_SIZE = { books: 200, users: 25 } as const;

/** How many textbooks one request adds at most. */
export const SEED_BATCH_SIZE = 50;

/** How many days the charts show, including today. */
export const CHART_DAYS = 14;

/** How many payments the overview shows. */
export const MAX_LATEST_PAYMENTS = 8;

const samples = [
  {
    title: 'Calculus: Early Transcendentals, 8th Edition',
    author: 'James Stewart',
    isbn: '9781285741550',
    subject: 'Mathematics',
    condition: 'Good',
    steps: 150,
    description: 'Some pencil notes in the early chapters. Covers single and multivariable calculus.',
    images: [],
  },
  {
    title: 'Campbell Biology, 11th Edition',
    author: 'Lisa A. Urry, Michael L. Cain, Steven A. Wasserman, Peter V. Minorsky, Jane B. Reece',
    isbn: '9780134093413',
    subject: 'Biology',
    condition: 'Like New',
    steps: 180,
    description: 'Hardly used, no marks. The standard text of introductory biology.',
    images: [],
  },
  {
    title: 'Principles of Economics, 7th Edition',
    author: 'N. Gregory Mankiw',
    isbn: '9781285165875',
    subject: 'Economics',
    condition: 'Fair',
    steps: 120,
    description: 'Highlighting throughout and a worn cover, all pages there.',
    images: [],
  },
  {
    title: 'Chemistry: The Central Science, 13th Edition',
    author: 'Theodore L. Brown, H. Eugene LeMay, Bruce E. Bursten',
    isbn: '9780321910417',
    subject: 'Chemistry',
    condition: 'Good',
    steps: 160,
    description: 'Clean pages, corners a little bent. General chemistry, two terms.',
    images: [],
  },
  {
    title: 'Psychology, 10th Edition',
    author: 'David G. Myers',
    isbn: '9781429261784',
    subject: 'Psychology',
    condition: 'Like New',
    steps: 140,
    description: 'Read once, no marks. For the introductory course.',
    images: [],
  },
] as const;

/** The books of 'Add Sample Textbooks'. */
export const sampleTextbooks = ({ step }: Pick<MarketPrices, 'step'>) =>
  samples.map(({ steps, ...sample }) => ({ ...sample, price: steps * step }));

/** Parts of the list of users. */
export const userFilters = ['team', 'paused'] as const;
export type UserFilter = (typeof userFilters)[number];
