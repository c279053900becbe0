/** The filters of lists in the query of the API. */
import { z } from 'zod';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { type BookFilters, type FilterName, isPriceRange, readFilter } from './filters.ts';
import { minorUnitText } from './price-input.ts';
import { conditions } from './rules.ts';

export const MAX_COUNTED_BOOKS = 100;

/** What a list that finds nothing may do without; the price range is one of them. */
export const droppableFilters = [
  'subject',
  'course',
  'price',
  'minCondition',
  'accessCode',
  'hasPhotos',
] as const;

/** A filter of a URL. Here a value that is not valid is an error. */
const filter = <Name extends FilterName>(
  name: Name,
  { about, error }: { about: string; error: string | (() => string) },
) =>
  z
    .string()
    .transform((text, context) => {
      const value = readFilter(name, text);
      const isTooHigh = typeof value === 'number' && value > currentLocale().prices.highest;
      if (value !== null && !isTooHigh) return value;
      context.addIssue({ code: 'custom', message: typeof error === 'string' ? error : error() });
      return z.NEVER;
    })
    .optional()
    .describe(about);

const UNSEARCHABLE = "This text can't be searched";
const invalidPrice = () => `must be whole ${minorUnitText()} from 0 to ${currentLocale().prices.highest}`;

export const bookFilterQuery = {
  search: filter('search', {
    about: 'Title, author, ISBN or subject; the last word is a prefix',
    error: UNSEARCHABLE,
  }),
  subject: filter('subject', { about: 'Absent, empty or All: any', error: UNSEARCHABLE }),
  course: filter('course', {
    about: 'Tagged with this course or on its reading list: MATH101',
    error: 'must be a course code, like MATH101',
  }),
  minPrice: filter('minPrice', { about: "Minor units of the market's currency", error: invalidPrice }),
  maxPrice: filter('maxPrice', { about: '0: free only', error: invalidPrice }),
  minCondition: filter('minCondition', {
    about: `This condition or better: ${conditions.join(', ')}`,
    error: `must be one of ${conditions.join(', ')}`,
  }),
  accessCode: filter('accessCode', { about: "'unused'", error: "must be 'unused'" }),
  hasPhotos: filter('hasPhotos', { about: '1: only with photos', error: 'must be 1' }),
  sort: filter('sort', {
    about: 'relevance (default), newest or price',
    error: 'must be relevance, newest or price',
  }),
} satisfies Record<FilterName, unknown>;

/** A query with filters that some listing can pass. */
export const matchingFilters = <Shape extends typeof bookFilterQuery>(shape: Shape) =>
  z.object(shape).refine((query) => isPriceRange(query as BookFilters), {
    path: ['maxPrice'],
    error: 'must not be below minPrice',
  });
