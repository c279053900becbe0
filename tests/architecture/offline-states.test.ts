/** A screen that shows that a request has failed also says that there is no connection: a paused request never fails. */
import { expect, test } from 'vitest';
import { product } from './source-tree.ts';

/** Screens without it, and why they need none. */
const EXCEPTIONS: Record<string, string> = {
  'features/accounts/web/sign-in/sign-in-complete-page.tsx': 'a mutation, which fails without a connection',
  'features/accounts/web/sign-in/verify-email-page.tsx': 'a mutation, which fails without a connection',
  'features/books/web/listing-form/seller-gate.tsx':
    'before forms, which need the account alone, and say that they wait',
  // The dashboard, which no page works offline of.
  'features/administration/web': 'the dashboard',
  'features/audit/web/audit-log.tsx': 'the dashboard',
  'features/campus/web/campus-tab.tsx': 'the dashboard',
  'features/coverage/web/coverage-view.tsx': 'the dashboard',
  'features/editions/web/admin': 'the dashboard',
  'features/meetings/web/admin': 'the dashboard',
  'features/neighbors/web/neighbors-section.tsx': 'the dashboard',
  'features/support/web/support-inbox.tsx': 'the dashboard',
};

const SHOWS_FAILURE = /<(?:ErrorState|LoadError)\b/;
const SAYS_OFFLINE = /<(?:OfflineState|MessagesOffline)\b|onRetryOffline=/;

const reasonFor = (path: string) =>
  Object.keys(EXCEPTIONS).find((known) => path === known || path.startsWith(`${known}/`));

const screens = product
  .filter(({ path, code }) => /^src\/(?:app|features)\/.*\.tsx$/.test(path) && SHOWS_FAILURE.test(code))
  .map(({ path, code }) => ({ path: path.replace(/^src\//, ''), saysOffline: SAYS_OFFLINE.test(code) }));

test('finds the screens that show failures', () => {
  expect(screens.length).toBeGreaterThan(30);
});

test('every screen that shows a failure says that there is no connection, or has a reason', () => {
  const silent = screens.filter(({ path, saysOffline }) => !saysOffline && !reasonFor(path));
  expect(silent.map(({ path }) => path)).toEqual([]);
});

test('every reason is needed', () => {
  const needed = new Set(
    screens.filter(({ saysOffline }) => !saysOffline).map(({ path }) => reasonFor(path)),
  );
  expect(Object.keys(EXCEPTIONS).filter((path) => !needed.has(path))).toEqual([]);
});
