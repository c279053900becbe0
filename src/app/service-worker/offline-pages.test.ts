import { expect, test } from 'vitest';
import { routes } from '../routing/route-table.ts';
import {
  FORM_PAGES,
  pageEndpoints,
  PRIVATE_ENDPOINTS,
  PUBLIC_ENDPOINTS,
  PUBLIC_PAGES,
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
  '/account-settings',
  '/admin',
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
