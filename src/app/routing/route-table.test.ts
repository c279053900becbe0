import { expect, it } from 'vitest';
import { isReturnPage, matchRoute, routes } from './route-table.ts';

const signInPages = [
  '/sign-in',
  '/sign-up',
  '/signed-in',
  '/forgot-password',
  '/reset-password',
  '/verify-email',
];

it('returns after a sign-in to every page except those for signing in', () => {
  const returnPages = routes.map(({ path }) => path).filter((path) => !signInPages.includes(path));
  expect(returnPages.filter((path) => !isReturnPage(path))).toEqual([]);
  expect(signInPages.filter((path) => isReturnPage(path))).toEqual([]);
  expect(signInPages.filter((path) => matchRoute(path).route.path === '*')).toEqual([]);
});

it.each(['/conversation/new?sellerId=a&bookId=b', '/book/01a19b7c-a680-7791-8d0c-1369621aac7b#more'])(
  'ignores the query and the fragment of the page: %s',
  (path) => {
    expect(isReturnPage(path)).toBe(true);
  },
);

it.each([
  '/api/auth/sign-out',
  '/objects/x',
  '/unknown',
  '/book/a/b/c',
  '/book/a.b',
  '/book/a.b/edit',
  '/boost/a.b',
  '/sign-in?next=/favorites',
  '/favorites/../sign-in',
])('returns to no address that is not a page: %s', (path) => {
  expect(isReturnPage(path)).toBe(false);
});
