/** The filters of lists in the query of the API. */
import { z } from 'zod';
import { issueMessage } from '#platform/shared/texts/issue-message.ts';
import { type TextToken, textToken } from '#platform/shared/texts/t.ts';
import { currentLocale } from '#platform/shared/texts/locale.ts';
import { type BookFilters, type FilterName, isPriceRange, readFilter } from './filters.ts';
import { minorUnit } from './price-input.ts';
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
  { about, error }: { about: string; error: TextToken | (() => TextToken) },
) =>
  z
    .string()
    .transform((text, context) => {
      const value = readFilter(name, text);
      const isTooHigh = typeof value === 'number' && value > currentLocale().prices.highest;
      if (value !== null && !isTooHigh) return value;
      context.addIssue({
        code: 'custom',
        message: issueMessage(typeof error === 'function' ? error() : error),
      });
      return z.NEVER;
    })
    .optional()
    .describe(about);

const unsearchable = textToken('books.query.unsearchable');
const invalidPrice = (field: 'minPrice' | 'maxPrice') => () =>
  textToken('books.query.price', {
    field,
    unit: minorUnit(),
    highest: String(currentLocale().prices.highest),
  });

export const bookFilterQuery = {
  search: filter('search', {
    about: 'Title, author, ISBN or subject; the last word is a prefix',
    error: unsearchable,
  }),
  subject: filter('subject', { about: 'Absent, empty or All: any', error: unsearchable }),
  course: filter('course', {
    about: 'Tagged with this course or on its reading list: MATH101',
    error: textToken('books.query.course'),
  }),
  minPrice: filter('minPrice', {
    about: "Minor units of the market's currency",
    error: invalidPrice('minPrice'),
  }),
  maxPrice: filter('maxPrice', { about: '0: free only', error: invalidPrice('maxPrice') }),
  minCondition: filter('minCondition', {
    about: `This condition or better: ${conditions.join(', ')}`,
    error: textToken('books.query.condition', { values: conditions.join(', ') }),
  }),
  accessCode: filter('accessCode', { about: "'unused'", error: textToken('books.query.access-code') }),
  hasPhotos: filter('hasPhotos', { about: '1: only with photos', error: textToken('books.query.photos') }),
  sort: filter('sort', {
    about: 'relevance (default), newest or price',
    error: textToken('books.query.sort'),
  }),
} satisfies Record<FilterName, unknown>;

/** A query with filters that some listing can pass. */
export const matchingFilters = <Shape extends typeof bookFilterQuery>(shape: Shape) =>
  z.object(shape).refine((query) => isPriceRange(query as BookFilters), {
    path: ['maxPrice'],
    error: issueMessage(textToken('books.query.price-range')),
  });
