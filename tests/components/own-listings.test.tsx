import type { Course } from '#features/courses/contract.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { WantedEntry } from '#features/wanted/contract.ts';
import { refuse } from '#tests/support/components/fake-server.ts';
import { FakeSocket } from '#tests/support/components/fake-socket.ts';
import {
  control,
  currentToast,
  expectPath,
  expectToast,
  expectUser,
  fill,
  follow,
  hides,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { inDays, ownBook, robin, sampleBook, uuid } from '#tests/support/components/sample-data.ts';

const notFound = () => refuse(404, 'book-not-found');
const four = ['Fourth', 'Third', 'Second', 'First'].map((title, at) => ownBook({ id: uuid(60 + at), title }));

test('the profile shows three listings, and all of them on request', async () => {
  renderScreen('/profile', { user: robin, 'GET /api/books/user/:userId': four });
  const cards = await screen.findAllByRole('article');
  expect(cards).toHaveLength(3);
  expect(cards[0]!.textContent).toContain('Fourth');
  await press('View all');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(4));
  await control('button', 'Show fewer');
});

test('the page of an own listing leads with its sale and its edit', async () => {
  let book = ownBook();
  renderScreen(`/book/${book.id}`, {
    user: robin,
    'GET /api/books/:id': () => book,
    'GET /api/books/:id/possible-buyers': [],
    'GET /api/users/me/deals': [],
    'PATCH /api/books/:id': ({ body }) => {
      const { isSold } = body as { isSold: boolean };
      return (book = { ...book, isActive: !isSold, soldAt: isSold ? inDays(0) : null });
    },
  });
  const bar = await control('region', 'Actions');
  await control('link', 'Boost', bar);
  await control('link', 'Edit', bar);
  await press('Mark as sold', bar);
  await control('button', 'Mark as available', bar);
  expect(within(bar).queryAllByRole('link')).toEqual([]);
  await press('Mark as available', bar);
  await control('link', 'Edit', bar);
});

test('the question before a deletion tells of a reservation', async () => {
  renderScreen('/profile', {
    user: robin,
    'GET /api/books/user/:userId': [
      ownBook({ title: 'Free' }),
      ownBook({ id: uuid(61), title: 'Circuits', reservedUntil: inDays(2) }),
    ],
    'GET /api/users/me/deals': [],
  });
  await press('Delete Circuits');
  const question = await control('dialog', 'Delete this listing?');
  expect(question.textContent).toContain("Its reservation ends, too, and 'Undo' does not bring that back.");
  await press('Keep listing', question);
  await press('Delete Free');
  expect((await control('dialog', 'Delete this listing?')).textContent).not.toContain('reservation');
});

test('a lowered price shows the former one struck out, on cards and on the page of the book', async () => {
  const lowered = sampleBook({ price: 2_400, previousPrice: 3_000, priceRating: 'great' });
  renderScreen('/', { 'GET /api/books': [lowered] });
  await waitFor(() => expect(document.querySelector('main s')?.textContent).toContain('$30.00'));
  await shows('Great price');
  renderScreen(`/book/${lowered.id}`, { 'GET /api/books/:id': lowered });
  await waitFor(() => expect(document.querySelector('main s')?.textContent).toBe('was $30.00'));
  await shows('Great price');
});

test('who has saved a book learns that it costs less', async () => {
  const notice = {
    bookId: uuid(10),
    title: 'Circuits',
    price: 2_400,
    previousPrice: 3_000,
    notifiedAt: inDays(-1),
    isSeen: false,
  };
  const { server } = renderScreen('/profile', {
    user: robin,
    'GET /api/price-notices': [notice],
    'POST /api/price-notices/seen': () => {
      server.answers['GET /api/price-notices'] = [{ ...notice, isSeen: true }];
      return { seen: true };
    },
    'GET /api/books/:id': sampleBook({ price: 2_400 }),
  });
  await follow(/^Favorites.*lower prices/);
  await shows('Circuits is now $24.00 (was $30.00)');
  FakeSocket.opened.at(-1)!.receive({ type: 'prices' });
  await control('link', 'Favorites');
  expect(server.sent('POST /api/price-notices/seen')).toEqual([{ upTo: notice.notifiedAt }]);
  await follow(/Circuits is now/);
  await expectPath(`/book/${uuid(10)}`);
});

test('someone who has saved an expired book asks its seller, once it is known that they have', async () => {
  const expired = sampleBook({ isActive: false, expiresAt: inDays(-1) });
  renderScreen(`/conversation/new?sellerId=${expired.sellerId}&bookId=${expired.id}`, {
    user: robin,
    'GET /api/books/:id': expired,
    'GET /api/favorites/ids': [expired.id],
  });
  await control('textbox', 'Message');
  renderScreen(`/book/${expired.id}`, { 'GET /api/books/:id': expired });
  await shows('This listing has expired.');
  await hides('Contact Seller');
});

test('filters that find nothing say which of them to drop', async () => {
  const { server } = renderScreen('/?search=calculus&maxPrice=0&minCondition=Good', {
    'GET /api/books/count': { count: 0, isMore: false, filtersToDrop: ['price'] },
  });
  await control('heading', 'No books found');
  await control('link', 'Remove filter: Free only');
  expect(screen.getAllByRole('link', { name: /^Remove filter/ })).toHaveLength(1);
  server.answers['GET /api/books'] = [sampleBook()];
  await follow('Remove filter: Free only');
  await expectPath('/?search=calculus&minCondition=Good');
  await screen.findByRole('article');
});

test('books that match some words stand below the offer to tell, and hide no filter to drop', async () => {
  const near = Response.json([sampleBook({ title: 'Organic Chemistry' })], {
    headers: { 'x-near-matches': '1' },
  });
  renderScreen('/?search=organic%20physics&maxPrice=500', {
    'GET /api/books': () => near,
    'GET /api/books/count': { count: 0, isMore: false, filtersToDrop: ['price'] },
  });
  await control('heading', 'No book matches all words and filters');
  const offer = await control('button', 'Tell me when it is listed');
  await control('heading', 'Books that match some words');
  const card = await screen.findByRole('article');
  expect(offer.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await control('link', 'Remove filter: Price');
});

const entry: WantedEntry = {
  id: uuid(70),
  isbn: null,
  course: 'BIOLOGY 101',
  words: null,
  title: null,
  author: null,
  bookCount: null,
  maxPrice: null,
  minCondition: null,
  otherEditions: false,
  createdAt: inDays(0),
  availableCount: 0,
  lowestPrice: null,
  isReserved: false,
  alerts: [],
};

test('the books of a former term stay on the page of the course', async () => {
  const listed = {
    isbn: '9780140092509',
    title: 'Chaos',
    author: null,
    edition: null,
    requirement: 'required',
    accepts: 'exact',
    availableCount: 3,
    lowestPrice: 1_800,
    acceptedEditions: [],
    olderPrice: null,
    newerPrice: null,
  } satisfies Course['books'][number];
  renderScreen('/course/MATH101', {
    'GET /api/courses/:code': {
      code: 'MATH 101',
      title: 'Chaos',
      term: 'Spring 2027',
      books: [listed],
      earlierBooks: [{ ...listed, title: 'Gene', availableCount: 0, lowestPrice: null, term: 'Fall 2026' }],
    },
  });
  await shows('Chaos, Spring 2027');
  await shows(/Reading list.*Chaos.*3 available from \$18\.00.*Earlier terms.*Fall 2026.*Gene.*None listed/);
});

test('a search that finds nothing is wanted as a course where its user says so', async () => {
  const { server } = renderScreen('/?search=Biology%20101', { user: robin, 'POST /api/wanted': entry });
  await expectUser();
  const course = await control('button', 'A course: BIOLOGY 101');
  expect((await control('button', 'Words in a title')).getAttribute('aria-pressed')).toBe('true');
  course.click();
  await waitFor(() => expect(course.getAttribute('aria-pressed')).toBe('true'));
  await press('Tell me when it is listed');
  await waitFor(() => expect(server.sent('POST /api/wanted')).toMatchObject([{ course: 'BIOLOGY 101' }]));
});

test('a text that may be a course is one unless the user says that it is a title', async () => {
  const { server } = renderScreen('/favorites?tab=wanted', {
    user: robin,
    'POST /api/wanted': entry,
  });
  const add = async (text: string, isTitle: boolean) => {
    await press('Add to wanted');
    const dialog = await control('dialog', 'Add to wanted');
    await fill(/^ISBN, course or words/, text);
    const course = await control('button', /^A course: /, dialog);
    expect(course.getAttribute('aria-pressed')).toBe('true');
    if (isTitle) await press('Words in a title', dialog);
    await press('Add', dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await add('Psych 101', false);
  await add('Catch 22', true);
  await waitFor(() =>
    expect(server.sent('POST /api/wanted')).toMatchObject([{ course: 'PSYCH 101' }, { words: 'Catch 22' }]),
  );
});

test('a listing that waits for review is seen by its seller alone, who reads why and may edit it', async () => {
  const book = { ...ownBook({ isActive: false, isbn: '9780262046305' }), hiddenBy: 'review' as const };
  renderScreen(`/book/${book.id}`, {
    user: robin,
    'GET /api/books/:id': notFound,
    'GET /api/books/mine/:id': book,
    'GET /api/users/me/deals': [],
    'GET /api/wanted/students': { students: 2 },
    'GET /api/works/:isbn/other-listings': { count: 0, listings: [] },
  });
  await shows('Waiting for review');
  await shows('Only you');
  await shows('2 students want this book. We tell them once it is shown.');
  const bar = await control('region', 'Actions');
  await control('link', 'Edit', bar);
  expect(within(bar).queryAllByRole('button')).toEqual([]);
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

test('a hidden listing leads its seller to the decision, and offers neither sale nor boost on the profile', async () => {
  const book = { ...ownBook({ isActive: false }), hiddenBy: 'measure' as const };
  renderScreen(`/book/${book.id}`, {
    user: robin,
    'GET /api/books/:id': notFound,
    'GET /api/books/mine/:id': book,
    'GET /api/users/me/deals': [],
  });
  const decision = await control('link', 'See the decision');
  expect(decision.getAttribute('href')).toBe('/account-settings/decisions');
  renderScreen('/profile', { user: robin, 'GET /api/books/user/:userId': [book] });
  await shows('Hidden');
  await control('button', /^Delete/);
  expect(screen.queryByRole('button', { name: 'Mark as sold' })).toBeNull();
  expect(screen.queryByRole('link', { name: /Boost/ })).toBeNull();
});

test('a saved book that is hidden says that it is no longer available, and can be removed', async () => {
  const { id, sellerId: userId } = sampleBook();
  renderScreen('/favorites', {
    user: robin,
    'GET /api/favorites': [{ id: uuid(90), userId, bookId: id, createdAt: inDays(-1), book: null }],
    'GET /api/favorites/ids': [id],
    'POST /api/favorites/toggle': { favorited: false },
  });
  const card = await screen.findByRole('article');
  expect(card.textContent).toContain('No longer available');
  expect(within(card).queryAllByRole('link')).toEqual([]);
  await waitFor(() => expect(within(card).getByRole('button').getAttribute('aria-pressed')).toBe('true'));
  await press(/^Favorite/);
  await expectToast('Favorite removed');
  // Nobody can save a hidden one again.
  expect(within(currentToast()!).queryByRole('button', { name: 'Undo' })).toBeNull();
});
