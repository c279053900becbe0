/** A listing that is hidden shows to nobody but its seller and the team: a reader of listings says so, or is named here. */
import { expect, test } from 'vitest';
import { product } from './source-tree.ts';

/** Readers of `books` without the condition, and why nobody else sees by them what is hidden. */
const EXCEPTIONS: Record<string, string> = {
  // Of its seller.
  'books/server/find-books.ts': 'own listings are apart from those of others',
  'books/server/lock-own-book.ts': 'its seller changes it',
  'books/server/write-book.ts': 'what its seller has written, and counts of theirs',
  'books/server/create-book.ts': 'a repeated post of its seller',
  'books/server/edit-book.ts': 'its seller changes it',
  'books/server/delete-book.ts': 'its seller changes it',
  'books/server/expiry/renew-book.ts': 'its seller changes it',
  'books/server/personal-data.ts': 'the own listings of a user',
  'payments/server/list-payments.ts': 'the own purchases of its seller',
  'trades/server/buyers/list-possible-buyers.ts': 'its seller asks',
  'trades/server/resale/resale-questions.ts': 'the own purchases of a user, and their own listings',
  'wanted/server/count-students.ts': 'its seller asks',
  // Of the team.
  'administration/server/clean-test-data.ts': 'administrators',
  'administration/server/delete-any-book.ts': 'administrators',
  'administration/server/delete-any-user.ts': 'administrators',
  'administration/server/list-all-books.ts': 'administrators',
  'administration/server/seed-textbooks.ts': 'whether the own sample is there',
  'moderation/server': 'the team, and decisions about the own listings of a user',
  'reports/server/read-evidence.ts': 'the team',
  // Of the two of a conversation, who keep what they have agreed.
  'conversations/server/events/message-notifications.ts': 'the two of a conversation',
  'conversations/server/personal-data.ts': 'the two of a conversation',
  'conversations/server/select-conversation.ts': 'the two of a conversation, who see that it is hidden',
  'conversations/server/open-conversation.ts': 'decides by `hiddenAt`',
  'meetings/server/get-calendar.ts': 'the two of a meeting',
  'reviews/server/list-review-requests.ts': 'the two of a sale',
  'trades/server/buyers/list-trades.ts': 'what the two have agreed, without its texts',
  'trades/server/buyers/respond-to-question.ts': 'the two of a sale',
  'trades/server/sales/record-confirmed-sale.ts': 'the two of a sale',
  // Jobs and states, which show nothing of it.
  'app/server/market/check-currency.ts': 'whether there is any',
  'books/server/availability/delist-books.ts': 'ends it',
  'books/server/availability/lock-book.ts': 'locks it; `isListed` of the rules decides',
  'books/server/expiry/expire-boosts.ts': 'by `is_active`',
  'books/server/expiry/expire-listings.ts': 'the time of hidden ones stands still',
  'books/server/hidden/first-listings.ts': 'hides them',
  'books/server/hidden/hide-books.ts': 'hides them',
  'books/server/hidden/paused-sellers.ts': 'hides them',
  'books/server/permanently-delete-books.ts': 'ends it',
  'books/server/purge-deleted-books.ts': 'deleted ones',
  'books/server/search/search-terms.ts': 'by `is_active`',
  'books/server/seed-views.ts': 'the demo campus',
  'books/server/set-boost.ts': 'changes it',
  'books/server/list/read-listings.ts': 'by `listedSql`, which has the condition',
  'books/server/works/recognize-listings.ts': 'stores hashes of its words',
  'boosts/server/mount.ts': 'by `is_active`',
  'courses/server/reading-lists.ts': 'when a listing has changed',
  'editions/server/works/assign-works.ts': 'groups ISBNs by hashes',
  'editions/server/works/group-works.ts': 'groups ISBNs by hashes',
  'prices/server/find-price-band.ts': 'the mailbox of a seller, which is left out',
  'prices/server/notify-of-lower-price.ts': '`isListed` of the rules decides',
  'wanted/server/delivery/delete-old-alerts.ts': 'deletes rows about it',
};

/** SQL or a query over the table. */
const READS_BOOKS =
  /\b(?:from|join|update)\s+(?:books\b|\$\{books\})|\.(?:from|innerJoin|leftJoin|update|delete|insert)\(\s*books\b|\$count\(\s*books\b/i;
const HAS_CONDITION = /\bis(?:Listed|Available|Shown)Sql\(|\btitleForOthers\b/;

const inFeature = (path: string) => path.replace(/^src\/(features\/)?/, '');
const reasonFor = (path: string) =>
  Object.keys(EXCEPTIONS).find((known) => path === known || path.startsWith(`${known}/`));

/** Other things are called so, too. */
const OTHER_BOOKS = ['courses/server/import/change-lists.ts'];

const readers = product
  .filter(
    ({ path, code }) =>
      /^src\/(app|features)\//.test(path) && path.includes('/server/') && READS_BOOKS.test(code),
  )
  .map(({ path, code }) => ({ path: inFeature(path), hasCondition: HAS_CONDITION.test(code) }))
  .filter(({ path }) => !OTHER_BOOKS.includes(path));

test('finds the readers of listings', () => {
  expect(readers.length).toBeGreaterThan(60);
  expect(readers).toContainEqual({ path: 'slips/server/get-slips.ts', hasCondition: true });
});

test('every reader of listings leaves out hidden ones, or has a reason', () => {
  const wrong = readers.filter(({ path, hasCondition }) => !hasCondition && !reasonFor(path));
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('every reason is needed', () => {
  const needed = new Set(readers.map(({ path }) => reasonFor(path)));
  expect(Object.keys(EXCEPTIONS).filter((path) => !needed.has(path) && path !== 'moderation/server')).toEqual(
    [],
  );
});

test('no reader with the condition elsewhere leaves out deleted listings alone, but favorites, which say that it is no longer available', () => {
  const wrong = product.flatMap(({ path, code }) => {
    const own = inFeature(path);
    if (!path.startsWith('src/features/') || !READS_BOOKS.test(code) || reasonFor(own)) return [];
    const texts =
      code.match(/\bb(?:ooks)?\.deleted_at is null\b(?![^`]*is(?:Listed|Available|Shown)Sql)/gi) ?? [];
    const queries = code.match(/isNull\(books\.deletedAt\)/g) ?? [];
    return [...texts, ...queries].map(() => own);
  });
  expect([...new Set(wrong)]).toEqual(['favorites/server/list-favorites.ts']);
});
