import { expect, it } from 'vitest';
import type { Paging } from '#platform/server/keyset.ts';
import { type BookFilters, filterNames } from '../../filters.ts';
import { isRestricted, type ListFilters } from './filter-conditions.ts';

const filters: Required<ListFilters> = {
  subject: 'Science',
  course: { code: 'MATH101', isbns: [] },
  minPrice: 100,
  maxPrice: 0,
  minCondition: 'Good',
  accessCode: 'unused',
  hasPhotos: true,
  sort: 'price',
};

it.each(filterNames.filter((name) => !['search', 'subject', 'sort'].includes(name)))(
  'is restricted by %s',
  (name) => {
    expect(isRestricted({ [name]: filters[name as keyof ListFilters] })).toBe(true);
  },
);

it('is not restricted by its words, subject, order and page', () => {
  const { subject, sort } = filters;
  const list: Paging & BookFilters = { search: 'algebra', subject, sort, limit: 20, cursor: 'next' };
  expect(isRestricted({ ...list, course: undefined })).toBe(false);
});
