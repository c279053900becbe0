import { expect, test } from 'vitest';
import { type BookFilters, filterNames } from '#features/books/filters.ts';
import { routes } from '../routing/route-table.ts';
import {
  FORM_PAGES,
  pageEndpoints,
  PRIVATE_ENDPOINTS,
  PUBLIC_ENDPOINTS,
  PUBLIC_PAGES,
  toPageKey,
} from './offline-pages.ts';

/** They show the message that they need a connection. */
const onlineOnly = [
  '/filters',
  '/book/:id/edit',
  '/sign-in',
  '/sign-up',
  '/signed-in',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
  '/change-password',
  '/messages/:id/handover',
  '/book/:id/slip',
  '/user/:seller/slip',
  '/b/:code',
  '/imprint',
  '/accessibility',
  '/transparency',
  '/report-illegal',
  '/notice',
  '/account-settings',
  '/admin',
  '/admin/cases/:id',
  '/account-settings/decisions',
  '/account-settings/decisions/:id',
  '/appeal',
  '/boost/:id',
  '/subscribe',
];

const ID = '01a19b7c-a680-7791-8d0c-1369621aac7b';
const paths = routes.map(({ path }) => path);
const patterns = [PUBLIC_PAGES, FORM_PAGES, ...pageEndpoints.map(([page]) => page)];
const isOffline = (path: string) => patterns.some((page) => page.test(path.replace(':id', ID)));

test('every page of the route table works offline or is listed as one that does not', () => {
  expect(paths.filter((path) => !isOffline(path))).toEqual(onlineOnly);
});

test('every pattern of an offline page has a page in the route table', () => {
  const unused = patterns.filter((page) => !paths.some((path) => page.test(path.replace(':id', ID))));
  expect(unused).toEqual([]);
});

test('the responses from which pages are drawn are cached', () => {
  const endpoints = pageEndpoints.flatMap(([, endpoint]) => [endpoint(ID, null), endpoint(ID, 'wanted')]);
  expect(endpoints.filter((path) => !PUBLIC_ENDPOINTS.test(path) && !PRIVATE_ENDPOINTS.test(path))).toEqual(
    [],
  );
});

test('the lists of the profile are cached, and nothing about money', () => {
  expect(['/api/books/user', '/api/users/me/bought'].filter((path) => !PRIVATE_ENDPOINTS.test(path))).toEqual(
    [],
  );
  expect(['/api/payments', '/api/subscription'].filter((path) => PRIVATE_ENDPOINTS.test(path))).toEqual([]);
});

/** One value of each filter. */
const filters: Required<BookFilters> = {
  search: 'calculus',
  subject: 'Science',
  course: 'MATH101',
  minPrice: 500,
  maxPrice: 2000,
  minCondition: 'Good',
  accessCode: 'unused',
  hasPhotos: true,
  sort: 'price',
};

test.each(filterNames)('Home has a separate document for the filter %s', (name) => {
  const query = new URLSearchParams({ [name]: String(filters[name]) });
  expect(toPageKey('/', query)).not.toBe('/');
  expect(toPageKey('/help', query)).toBe('/help');
});

test('spellings of the same filters share a document, without what no page reads', () => {
  const keys = ['sort=price&search=calculus', 'utm=x&search=%20calculus&sort=price&minPrice=0'].map((query) =>
    toPageKey('/', new URLSearchParams(query)),
  );
  expect(keys).toEqual(['/?search=calculus&sort=price', '/?search=calculus&sort=price']);
});
