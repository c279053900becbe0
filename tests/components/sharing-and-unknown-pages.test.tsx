import { waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  currentToast,
  expectPath,
  expectToast,
  expectUser,
  follow,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { ann, inDays, ownBook, robin, sampleBook, uuid } from '#tests/support/components/sample-data.ts';

const bookUrl = `/book/${uuid(10)}`;
const address = () => location.href;

/** Replaces what the browser shares and copies with. */
function setSharing(share: unknown, writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
}

test('without a share sheet, the link is copied', async () => {
  const copied: string[] = [];
  setSharing(undefined, async (text) => void copied.push(text));
  renderScreen(bookUrl, { 'GET /api/books/:id': sampleBook() });
  await press('Share');
  await expectToast(/Link copied!\s*Book link has been copied to your clipboard\./);
  await press('More');
  (await control('menuitem', 'Copy link')).click();
  await waitFor(() => expect(copied).toEqual([address(), address()]));
});

test('if copying fails, too, the link is shown', async () => {
  setSharing(undefined, () => Promise.reject(new DOMException('No', 'NotAllowedError')));
  renderScreen(bookUrl, { 'GET /api/books/:id': sampleBook() });
  await press('Share');
  await expectToast('Share link');
  await shows(address());
});

test('the share sheet gets the title and the URL; closing it shows no message', async () => {
  const share = vi.fn(() => Promise.reject(new DOMException('Closed', 'AbortError')));
  setSharing(share, () => Promise.reject(new Error('not to be copied')));
  renderScreen(bookUrl, { 'GET /api/books/:id': sampleBook() });
  await press('Share');
  expect(share).toHaveBeenCalledWith({ title: 'Circuits', url: address() });
  expect(currentToast()).toBeNull();
});

test.each([
  ['/nowhere/at/all', '404 Page Not Found'],
  ['/foo.html', '404 Page Not Found'],
  [bookUrl, 'Book not found'],
  ['/book/no-id', 'Book not found'],
])('an unknown page leads back to Home: %s', async (path, title) => {
  renderScreen(path, { 'GET /api/books/:id': () => refuse(404, 'book-not-found') });
  await control('heading', title);
  if (title.startsWith('404')) await shows('Did you forget to add the page to the router?');
  await follow('Back to Home');
  await expectPath('/');
});

const missing = 'The book was deleted, or the link may be broken.';
const own = "This is your own listing. Buyers' messages about it are in Messages.";
const [theirs, mine, sold] = [uuid(10), uuid(11), uuid(12)];

test.each([
  ['/conversation/new', missing],
  [`/conversation/new?bookId=${mine}`, missing],
  [`/conversation/new?sellerId=${ann.id}&bookId=${uuid(99)}`, missing],
  [`/conversation/new?sellerId=${ann.id}&bookId=${mine}`, own],
  [`/conversation/new?sellerId=${robin.id}&bookId=${mine}`, own],
  [`/conversation/new?sellerId=${robin.id}&bookId=${sold}`, missing],
  [`/conversation/new?sellerId=${ann.id}&bookId=${sold}`, 'This book has been sold.'],
  [`/conversation/${uuid(99)}`, missing],
  ['/conversation/no-id', missing],
])('an impossible conversation: %s', async (path, text) => {
  const books = [
    sampleBook({ id: theirs }),
    ownBook({ id: mine }),
    sampleBook({ id: sold, isActive: false, soldAt: inDays(-1) }),
  ];
  renderScreen(path, {
    user: robin,
    'GET /api/books/:id': ({ params }) =>
      books.find(({ id }) => id === params[0]) ?? refuse(404, 'book-not-found'),
    'GET /api/conversations/:id': () => refuse(404, 'conversation-not-found'),
    'GET /api/conversations/:id/messages': () => refuse(404, 'conversation-not-found'),
  });
  await control('heading', 'Invalid conversation');
  await shows(text);
  await follow('Go Back');
  await expectPath('/messages');
});

test('the own profile leads to Profile', async () => {
  renderScreen(`/user/${robin.id}`, {
    user: robin,
    'GET /api/users/:id': {
      ...ann,
      id: robin.id,
      name: robin.name,
      createdAt: inDays(-10),
      confirmedSales: 0,
      missedMeetings: 0,
      rating: { average: null, count: 0 },
      usuallyAnswers: null,
      isIndexable: true,
    },
    'GET /api/users/:id/books': [],
    'GET /api/users/:id/reviews': [],
  });
  await expectUser();
  await follow('Edit');
  await expectPath('/profile');
});

test('a blocked seller is not contacted, until they are unblocked', async () => {
  let isBlocked = false;
  const answers = {
    user: robin,
    'GET /api/books/:id': sampleBook(),
    'GET /api/blocks': () =>
      isBlocked ? [{ user: { ...ann, createdAt: inDays(-9) }, createdAt: inDays(-1) }] : [],
    'PUT /api/blocks/:userId': () => ({ blocked: (isBlocked = true) }),
    'DELETE /api/blocks/:userId': () => ({ blocked: (isBlocked = false) }),
  };
  renderScreen(bookUrl, answers);
  await control('button', 'Make an offer');
  await press('More');
  (await control('menuitem', 'Block Ann Seller')).click();
  await press('Block', await control('dialog', 'Block Ann Seller?'));
  const actions = await control('region', 'Actions');
  await shows('You blocked Ann Seller', actions);
  expect(actions.textContent).not.toContain('Contact Seller');
  await press('Unblock', actions);
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Contact Seller'));
  isBlocked = true;
  renderScreen(`/conversation/new?sellerId=${ann.id}&bookId=${uuid(10)}`, answers);
  await shows('You blocked Ann Seller');
});
