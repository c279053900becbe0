import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Course } from '#features/courses/contract.ts';
import type { OtherListings } from '#features/editions/contract.ts';
import type { WantedEntry } from '#features/wanted/contract.ts';
import { refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  expectToast,
  hides,
  press,
  renderScreen,
  shows,
} from '#tests/support/components/render-screen.tsx';
import { inDays, robin, sampleBook, uuid } from '#tests/support/components/sample-data.ts';

const [EIGHTH, SEVENTH] = ['9781285741550', '9780538497909'] as const;
const calculus = sampleBook({ title: 'Calculus, 8th Edition', isbn: EIGHTH });

test('the page of a book shows listings of other editions, and no heading without one', async () => {
  const listing: OtherListings['listings'][number] = {
    bookId: uuid(11),
    isbn: SEVENTH,
    title: 'Calculus',
    author: 'James Stewart',
    edition: '7th Edition',
    price: 900,
    condition: 'Good',
    images: [],
    sellerName: 'Grace Lim',
    createdAt: inDays(-2),
  };
  renderScreen(`/book/${calculus.id}`, {
    'GET /api/books/:id': calculus,
    'GET /api/works/:isbn/other-listings': {
      count: 5,
      listings: [listing, { ...listing, bookId: uuid(12), edition: null }],
    },
  });
  await shows(/Other editions.*All 5.*7th Edition · \$9\.00.*Good.*Grace Lim.*Another edition · \$9\.00/);
  const all = await control('link', /^All \d+ ?All other editions$/);
  expect(all.getAttribute('href')).toBe(`/?search=${EIGHTH}`);
  renderScreen(`/book/${calculus.id}`, {
    'GET /api/books/:id': calculus,
    'GET /api/works/:isbn/other-listings': { count: 0, listings: [] },
  });
  await hides('Other editions');
});

test('a search by an ISBN has the other editions below a line', async () => {
  const other = sampleBook({ id: uuid(11), title: 'Calculus, 7th Edition', isbn: SEVENTH });
  renderScreen(`/?search=${EIGHTH}`, { 'GET /api/books': [calculus, other] });
  const line = await screen.findByRole('heading', { name: 'Other editions' });
  const cards = screen.getAllByRole('article');
  expect(cards).toHaveLength(2);
  expect(line.compareDocumentPosition(cards[0]!)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(line.compareDocumentPosition(cards[1]!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

const listed: Course['books'][number] = {
  isbn: EIGHTH,
  title: 'Calculus',
  author: null,
  edition: '8th Edition',
  requirement: 'required',
  accepts: 'from:7',
  availableCount: 3,
  lowestPrice: 900,
  acceptedEditions: [
    { isbn: EIGHTH, edition: '8th Edition', availableCount: 2, lowestPrice: 5_800 },
    { isbn: SEVENTH, edition: '7th Edition', availableCount: 1, lowestPrice: 900 },
  ],
  olderPrice: null,
  newerPrice: null,
};
const course = { code: 'MATH 101', title: 'Calculus I', term: null, earlierBooks: [] };

test('a reading list names the editions that are fine, and those to ask the teacher about', async () => {
  const strict: typeof listed = {
    ...listed,
    accepts: 'exact',
    availableCount: 0,
    lowestPrice: null,
    acceptedEditions: [],
  };
  renderScreen('/course/MATH101', {
    'GET /api/courses/:code': {
      ...course,
      books: [
        listed,
        { ...strict, isbn: '9780140092509', title: 'Chaos', olderPrice: 900 },
        { ...strict, isbn: '9780262046305', title: 'Algorithms', newerPrice: 7_400 },
      ],
    },
  });
  await shows(
    /7th Edition or newer is fine.*3 available from \$9\.00.*7th Edition from \$9\.00, 8th Edition from \$58\.00/,
  );
  await shows(/Chaos.*Older edition from \$9\.00 – ask your teacher.*None listed/);
  await shows(/Algorithms.*Newer edition from \$74\.00 – ask your teacher.*None listed/);
});

test('a course editor chooses which editions of a book count, and other readers do not', async () => {
  const shown = { ...course, books: [{ ...listed, edition: '8th Edition' }] };
  renderScreen('/course/MATH101', { user: robin, 'GET /api/courses/:code': shown });
  await shows(/7th Edition or newer is fine/);
  expect(screen.queryByRole('combobox')).toBeNull();
  cleanup();

  let sent: unknown = null;
  renderScreen('/course/MATH101', {
    user: { ...robin, roles: ['course-editor'] },
    'GET /api/courses/:code': shown,
    'PUT /api/admin/courses/:code/books/:isbn/accepts': ({ params, body }) => {
      sent = { params, body };
      return { accepts: 'any' };
    },
  });
  const choice = (await control('combobox', 'Accepted editions: Calculus, 8th Edition')) as HTMLSelectElement;
  expect(choice.value).toBe('from:7');
  const labels = [...choice.options].map(({ text }) => text);
  expect(labels.slice(0, 2)).toEqual(['This edition only', 'Older editions from the 7th']);
  expect(labels.slice(-2)).toEqual(['Older editions from the 1st', 'Any edition']);
  fireEvent.change(choice, { target: { value: 'any' } });
  await expectToast(/Accepted editions saved/);
  expect(sent).toEqual({ params: ['MATH 101', EIGHTH], body: { accepts: 'any' } });
});

test('a choice for a book that has left the list is told, and the page shows the list of now', async () => {
  let books = [listed];
  renderScreen('/course/MATH101', {
    user: { ...robin, roles: ['admin'] },
    'GET /api/courses/:code': () => ({ ...course, books }),
    'PUT /api/admin/courses/:code/books/:isbn/accepts': () => {
      books = [];
      return refuse(404, 'book-not-listed', 'This book is no longer on the reading list.');
    },
  });
  const choice = (await control('combobox', /^Accepted editions/)) as HTMLSelectElement;
  fireEvent.change(choice, { target: { value: 'exact' } });
  await expectToast(/The accepted editions were not saved.*This book is no longer on the reading list/);
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('a choice that was not saved is told, and what stands is shown with what another editor has changed', async () => {
  let shown = listed;
  let asked = 0;
  const answer = Promise.withResolvers<ReturnType<typeof refuse>>();
  renderScreen('/course/MATH101', {
    user: { ...robin, roles: ['admin'] },
    'GET /api/courses/:code': () => ({ ...course, books: [shown] }),
    'PUT /api/admin/courses/:code/books/:isbn/accepts': () => {
      asked += 1;
      return answer.promise;
    },
  });
  const choice = (await control('combobox', /^Accepted editions/)) as HTMLSelectElement;
  fireEvent.change(choice, { target: { value: 'exact' } });
  await waitFor(() => expect([choice.value, choice.getAttribute('aria-busy')]).toEqual(['exact', 'true']));
  // A later choice waits for the earlier one.
  fireEvent.change(choice, { target: { value: 'from:1' } });
  await waitFor(() => expect([choice.value, asked]).toEqual(['from:1', 1]));
  shown = { ...listed, accepts: 'any' };
  answer.resolve(refuse(503, 'service-unavailable', 'Try again later.'));
  await expectToast(/The accepted editions were not saved/);
  await waitFor(() => expect([choice.value, choice.getAttribute('aria-busy')]).toEqual(['any', 'false']));
  expect(asked).toBe(2);
});

test('the dialog of a wanted ISBN has the switch for other editions', async () => {
  const entry: WantedEntry = {
    id: uuid(70),
    isbn: EIGHTH,
    course: null,
    words: null,
    title: 'Calculus, 8th Edition',
    author: null,
    bookCount: null,
    maxPrice: null,
    minCondition: null,
    otherEditions: false,
    createdAt: inDays(-1),
    availableCount: 0,
    lowestPrice: null,
    isReserved: false,
    alerts: [],
  };
  let saved: unknown = null;
  renderScreen('/favorites?tab=wanted', {
    user: robin,
    'GET /api/wanted': [entry],
    'GET /api/users/me/courses': { courses: [], availableBooks: 0, totalPrice: 0, sellers: [] },
    'PATCH /api/wanted/:id': ({ body }) => {
      saved = body;
      return { ...entry, otherEditions: true };
    },
  });
  await press('Edit Calculus, 8th Edition');
  const box = await screen.findByRole('switch', { name: /Other editions are fine/ });
  box.click();
  await press('Save');
  await waitFor(() => expect(saved).toMatchObject({ otherEditions: true }));
});
