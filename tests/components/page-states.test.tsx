import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Answers, refuse } from '#tests/support/components/fake-server.ts';
import {
  control,
  expectPath,
  expectToast,
  expectUser,
  follow,
  hides,
  holdTimers,
  pass,
  press,
  renderScreen,
  setOnline,
  shows,
} from '#tests/support/components/render-screen.tsx';
import {
  ownBook,
  robin,
  sampleBook,
  sampleConversation,
  sampleMessage,
  uuid,
} from '#tests/support/components/sample-data.ts';

const error = (title: string) =>
  waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(new RegExp(`^${title}`)));

test('Home: loading, empty, failed', async () => {
  const { promise, resolve } = Promise.withResolvers<never[]>();
  const { server } = renderScreen('/', { 'GET /api/books': () => promise });
  await shows('Loading books...');
  resolve([]);
  await control('heading', 'No books found');
  await shows('Try adjusting your search or filters');
  expect((await control('link', 'Create your first listing')).getAttribute('href')).toBe('/add-listing');
  server.answers['GET /api/books'] = () => refuse(500);
  await press('Romance');
  await error('Failed to fetch books');
  server.answers['GET /api/books'] = [sampleBook()];
  await press('Retry');
  expect(await screen.findAllByRole('article')).toHaveLength(1);
  await expectPath('/?subject=Romance');
});

test('Home: a failed next page loads when retried', async () => {
  const first = Response.json([sampleBook()], { headers: { link: '</api/books?cursor=c1>; rel="next"' } });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe: () => void;
      disconnect = () => {};
      constructor(look: (entries: object[]) => void) {
        this.observe = () => look([{ isIntersecting: true }]);
      }
    },
  );
  const { server } = renderScreen('/', {
    'GET /api/books': ({ query }) => (query.has('cursor') ? refuse(500) : first),
  });
  await error('Failed to fetch books');
  server.answers['GET /api/books'] = [sampleBook({ id: uuid(11), title: 'Optics' })];
  await press('Retry');
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
});

test.each([
  [
    '/favorites',
    'GET /api/favorites',
    'Loading favorites...',
    'Failed to fetch favorites',
    'No favorites yet',
    'Browse Books',
    '/',
  ],
  [
    '/messages',
    'GET /api/conversations',
    'Loading messages...',
    'Error loading messages',
    'No messages yet',
    'Browse Books',
    '/',
  ],
  [
    '/profile',
    'GET /api/books/user/:userId',
    'Loading your listings...',
    'Failed to fetch user books',
    'Nothing for sale yet',
    'Create your first listing',
    '/add-listing',
  ],
] as const)('%s: loading, failed, empty', async (path, list, loading, failed, empty, next, url) => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { server } = renderScreen(path, { user: robin, [list]: () => promise });
  await shows(loading);
  resolve(refuse(500));
  await error(failed);
  await shows('Please try again later');
  server.answers[list] = [];
  await press('Retry');
  await control('heading', empty);
  await follow(next);
  await expectPath(url);
});

test('a profile whose questions cannot be fetched shows the rest, and asks a bounded number of times', async () => {
  const asked = 'GET /api/users/me/sale-questions';
  const { server } = renderScreen('/profile', {
    user: robin,
    [asked]: () => refuse(500),
    'GET /api/users/me/bought': () => refuse(500),
  });
  await control('heading', 'Nothing for sale yet');
  await error('Failed to fetch bought books');
  await control('heading', 'Nothing for sale yet');
  // The page, and then the part that shows the questions.
  expect(server.sent(asked).length).toBeLessThanOrEqual(4);
});

test.each<[path: string, answers: Answers, loading: string, failed: string, shown: string]>([
  [
    `/book/${uuid(10)}`,
    { 'GET /api/books/:id': sampleBook() },
    'Loading book...',
    'Failed to fetch book',
    '$54.00',
  ],
  [
    `/conversation/${uuid(20)}`,
    {
      'GET /api/conversations/:id/messages': [sampleMessage({ content: 'Good morning' })],
      'GET /api/conversations/:id': sampleConversation(),
    },
    'Loading messages...',
    'Error loading messages',
    'Good morning',
  ],
])('%s: loading and failed', async (path, answers, loading, failed, shown) => {
  const [data] = Object.keys(answers) as (keyof Answers)[];
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { server } = renderScreen(path, { user: robin, ...answers, [data!]: () => promise });
  await shows(loading);
  resolve(refuse(500));
  await error(failed);
  server.answers = { ...server.answers, ...answers };
  await press('Retry');
  await shows(shown);
});

test('a favorite that the server refuses is reverted with a message; one that is removed can be restored', async () => {
  const favorite = {
    id: uuid(40),
    userId: robin.id,
    bookId: uuid(10),
    createdAt: robin.createdAt,
    book: sampleBook(),
  };
  const { promise, resolve } = Promise.withResolvers<Response>();
  const { server } = renderScreen('/', {
    user: robin,
    'GET /api/books': [sampleBook()],
    'POST /api/favorites/toggle': () => promise,
  });
  await expectUser();
  const heart = await control('button', /^Favorite/);
  const isPressed = (pressed: boolean) =>
    waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe(String(pressed)));
  await press(/^Favorite/);
  await isPressed(true);
  resolve(refuse(500));
  await expectToast('Failed to update favorites. Please try again.');
  await isPressed(false);
  server.answers['POST /api/favorites/toggle'] = ({ body }) => body as { favorited: boolean };
  server.answers['GET /api/favorites'] = [favorite];
  await press(/^Favorite/);
  await isPressed(true);
  await follow(/^Favorites/);
  await press(/^Favorite/);
  await expectToast('Favorite removed');
  await control('heading', 'No favorites yet');
  await press('Undo');
  await screen.findByRole('article');
});

test('a seller’s action shows at once and is reverted when it fails, and so is a sign-out', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  renderScreen('/profile', {
    user: robin,
    'GET /api/books/user/:userId': [ownBook()],
    'GET /api/books/:id': ownBook(),
    'GET /api/books/:id/possible-buyers': [],
    'GET /api/users/me/deals': [],
    'PATCH /api/books/:id': () => promise,
    'DELETE /api/books/:id': () => refuse(500),
    'POST /api/auth/sign-out': () => refuse(500),
  });
  await press('Mark as sold');
  await shows('Sold just now');
  resolve(refuse(500));
  await expectToast('Failed to update listing. Please try again.');
  await control('button', 'Mark as sold');
  await press('Delete Circuits');
  await press('Delete', await control('dialog', 'Delete this listing?'));
  await expectToast('Failed to delete listing. Please try again.');
  await screen.findByRole('article');
  await press('Sign Out');
  await expectToast('Failed to sign out. Please try again.');
});

test('a failed synchronization shows no message, and pages of the user’s own things wait for it', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const refusing = { user: robin, 'POST /api/users/sync': () => refuse(500) };
  renderScreen('/favorites', refusing);
  await control('heading', 'No favorites yet');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(console.warn).toHaveBeenCalled();
});

test.each([
  ['/messages', 'Error loading messages', 'heading', 'No messages yet'],
  [`/conversation/${uuid(20)}`, 'Error loading messages', 'heading', 'Ann Seller'],
  ['/profile', 'Failed to fetch user books', 'heading', 'Nothing for sale yet'],
  [`/book/${uuid(10)}/edit`, 'Failed to fetch book', 'textbox', /^Title/],
  ['/add-listing', "Your account couldn't be loaded", 'textbox', /^Title/],
])('%s waits for the synchronization, which Retry repeats', async (path, failed, role, shown) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  holdTimers();
  const { server } = renderScreen(path, {
    user: robin,
    'POST /api/users/sync': () => refuse(503),
    'GET /api/books/:id': ownBook(),
    'GET /api/conversations/:id': sampleConversation(),
    'GET /api/conversations/:id/messages': [sampleMessage()],
  });
  for (let seconds = 0; seconds < 100 && screen.queryByRole('alert') === null; seconds += 1)
    await pass(1_000);
  await error(failed);
  server.answers['POST /api/users/sync'] = robin;
  await press('Retry');
  await control(role, shown);
});

test('before the account is synchronized, a conversation does not swap its sides', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  let failures = 1;
  renderScreen('/messages', {
    user: robin,
    'POST /api/users/sync': () => (failures-- > 0 ? refuse(503) : robin),
    'GET /api/conversations': [sampleConversation()],
  });
  await shows('Ann Seller');
  await shows('You: Hello');
  await hides('Error loading messages');
});

test.each([
  '/account-settings/decisions',
  '/transparency',
  '/imprint',
  '/subscribe',
  `/boost/${uuid(10)}`,
  `/book/${uuid(10)}/edit`,
])('%s says without a connection that it is not available, and loads once there is one', async (path) => {
  const { server } = renderScreen('/help', {
    user: robin,
    'GET /api/decisions': [],
    'GET /api/transparency': () => refuse(404),
    'GET /api/imprint': { campus: null, name: 'Student union', address: null, email: null, person: null },
    'GET /api/books/:id': ownBook(),
    'POST /api/create-payment-intent': { clientSecret: 'pi_1_secret_2' },
    'POST /api/create-adfree-purchase': { clientSecret: 'pi_1_secret_2' },
  });
  await control('heading', 'Help & Support');
  server.isDown = true;
  setOnline(false);
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
  await control('heading', 'Not available offline');
  expect(document.querySelector('main [role=status]')).toBeNull();
  server.isDown = false;
  setOnline(true);
  await hides('Not available offline');
});
