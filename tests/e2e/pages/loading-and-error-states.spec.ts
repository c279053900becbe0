import type { Page } from '@playwright/test';
import { failResponses, delayResponses } from '#tests/support/browser/network.ts';
import { uniqueWord, sendFirstMessage } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

const main = (page: Page) => page.getByRole('main');
const nav = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const status = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text });
const calls = (path: string) => new RegExp(`/api/${path}(\\?|$)`);

test.beforeEach(({ watch }) => watch.allow(/^500 (GET|POST|PATCH|DELETE) \/api\//));

test('Home: loading, empty, failed, and failed on a later page', async ({ page }) => {
  await openHydrated(page, '/sign-in');
  let release = await delayResponses(page, calls('books'));
  await page.evaluate(() => {
    history.pushState(null, '', '/');
  });
  await expect(status(page, 'Loading books...')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await release();
  await expect(page.getByRole('article').nth(10)).toBeVisible();
  await expect(status(page, 'Loading books...')).toHaveCount(1);

  release = await delayResponses(page, calls('books'));
  await page.getByRole('button', { name: 'Romance' }).click();
  await expect(status(page, 'Loading books...')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await release();
  await expect(status(page, 'Loading books...')).toHaveCount(0);

  await page.getByRole('searchbox').fill(uniqueWord());
  await expect(main(page).getByRole('heading', { name: 'No books found' })).toBeVisible();
  await expect(main(page).getByRole('heading')).toHaveCount(1);
  await expect(main(page).getByText('Try adjusting your search or filters')).toBeVisible();

  const mend = await failResponses(page, calls('books'));
  await page.getByRole('searchbox').fill('calculus');
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Failed to fetch books');
  await mend();
  await page.getByRole('searchbox').blur();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('button', { name: 'Romance', pressed: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('Home: a failed next page loads when retried', async ({ page }) => {
  await openHydrated(page, '/');
  const mend = await failResponses(page, calls('books'));
  await page.getByRole('article').last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch books');
  await expect(page.getByRole('article')).toHaveCount(20);
  await mend();
  await page.getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('article').nth(20)).toBeAttached();
});

test('Book page: loading and failed', async ({ browse, person }) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const book = await ann.list({ title: `Late ${uniqueWord()}` });
  const page = await browse(bob);
  await openHydrated(page, `/conversation/${await sendFirstMessage(bob, book, 'Hi')}`);
  const release = await delayResponses(page, calls(`books/${book.id}`));
  await page.getByRole('link', { name: book.title }).click();
  await expect(status(page, 'Loading book...')).toBeAttached();
  await release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title);

  await openHydrated(page, '/messages');
  const mend = await failResponses(page, calls(`books/${book.id}`));
  await main(page).getByRole('link').filter({ hasText: 'Ann Seller' }).click();
  await page.getByRole('link', { name: book.title }).click();
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Failed to fetch book');
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title);
});

for (const { place, loading, path, error, empty, next } of [
  {
    place: 'Favorites',
    path: 'favorites',
    loading: 'Loading favorites...',
    error: ['Failed to fetch favorites', 'Please try again later'],
    empty: 'No favorites yet',
    next: { name: 'Browse Books', url: '/' },
  },
  {
    place: 'Messages',
    path: 'conversations',
    loading: 'Loading messages...',
    error: ['Error loading messages', 'Please try again later'],
    empty: 'No messages yet',
    next: { name: 'Browse Books', url: '/' },
  },
  {
    place: 'Profile',
    path: 'books/user/[^/?]+',
    loading: 'Loading your listings...',
    error: ['Failed to fetch user books', 'Please try again later'],
    empty: 'Nothing for sale yet',
    next: { name: 'Create your first listing', url: '/add-listing' },
  },
] as const) {
  test(`${place}: loading, failed, empty`, async ({ browse, person }) => {
    const page = await browse(await person());
    // A returning connection would refetch automatically, without the button.
    await page.routeWebSocket('**/ws', () => {});
    const mend = await failResponses(page, calls(path));
    const release = await delayResponses(page, calls(path));
    await openHydrated(page, `/${place.toLowerCase()}`);
    await expect(status(page, loading)).toBeAttached();
    await expect(page.getByRole('heading', { level: 1, name: place })).toBeVisible();
    await release();
    const alert = page.getByRole('alert');
    await expect(alert.getByRole('heading')).toHaveText(error[0]);
    await expect(alert).toContainText(error[1]);
    await mend();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: empty })).toBeVisible();
    await page.getByRole('link', { name: next.name }).click();
    await expect(page).toHaveURL(next.url);
  });
}

test('Conversation: loading and failed', async ({ browse, person }) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: `Late ${uniqueWord()}` }), 'Good morning');
  const page = await browse(bob);
  const mend = await failResponses(page, calls(`conversations/${id}/messages`));
  const release = await delayResponses(page, calls(`conversations/${id}/messages`));
  await openHydrated(page, `/conversation/${id}`);
  await expect(status(page, 'Loading messages...')).toBeAttached();
  await release();
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Error loading messages');
  await expect(page.getByRole('alert')).toContainText('Please try again later');
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('log').getByText('Good morning')).toBeVisible();
});

test('a favorite that the server refuses is reverted with a message', async ({ browse, person }) => {
  const word = uniqueWord();
  await (await person()).list({ title: `Heart ${word}` });
  const page = await browse(await person());
  await openHydrated(page, `/?search=${word}`);
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible();
  const heart = page.getByRole('button', { name: 'Favorite' });
  const mend = await failResponses(page, calls('favorites/toggle'));
  const release = await delayResponses(page, calls('favorites/toggle'));
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await release();
  await expect(currentToast(page)).toContainText('Failed to update favorites. Please try again.');
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
  await mend();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  await nav(page, 'Favorites').click();
  await page.getByRole('button', { name: 'Favorite', pressed: true }).click();
  await expect(currentToast(page)).toContainText('Favorite removed');
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  await currentToast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('article')).toContainText(word);
});

test('a seller’s action shows at once and is reverted when it fails', async ({ browse, person }) => {
  const seller = await person();
  const word = uniqueWord();
  await seller.list({ title: `Stubborn ${word}` });
  const page = await browse(seller);
  await openHydrated(page, '/profile');
  const card = page.getByRole('article').filter({ hasText: word });
  const mend = await failResponses(page, /\/api\/books\/[0-9a-f-]{36}$/);
  await card.getByRole('button', { name: 'Mark as sold' }).click();
  await expect(currentToast(page)).toContainText('Failed to update listing. Please try again.');
  await expect(card.getByRole('button', { name: 'Mark as sold' })).toBeVisible();
  await card.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(currentToast(page)).toContainText('Failed to delete listing. Please try again.');
  await expect(card).toBeVisible();
  await mend();
  const away = await failResponses(page, calls('auth/sign-out'));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(currentToast(page)).toContainText('Failed to sign out. Please try again.');
  await away();
});

test('a failed synchronization shows no message', async ({ browse, person, watch }) => {
  watch.allow(/^console The account could not be synchronized/);
  const somebody = await person('Robin Reader');
  const page = await browse(somebody);
  await failResponses(page, calls('users/sync'));
  await openHydrated(page, '/favorites');
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a page whose code fails to load says so, and loads when retried', async ({ browse, person, watch }) => {
  watch.allow(/^failed GET \/assets\/favorites-route/, /^thrown .*(import|module)/i, /^console .*/);
  const page = await browse(await person());
  await openHydrated(page, '/');
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible();
  await page.route('**/assets/favorites-route*.js', (route) => route.abort());
  await nav(page, 'Favorites').click();
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText("This page couldn't be displayed");
  await page.unroute('**/assets/favorites-route*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  await expect(page).toHaveURL('/favorites');
});

test('a page whose prefetch failed loads when it is opened', async ({ browse, person, watch }) => {
  watch.allow(/^failed GET \/assets\/favorites-route/, /^thrown .*(import|module)/i, /^console .*/);
  const page = await browse(await person());
  await page.route('**/assets/favorites-route*.js', (route) => route.abort());
  const fetchedAhead = page.waitForEvent('requestfailed');
  await openHydrated(page, '/');
  await fetchedAhead;
  await page.unroute('**/assets/favorites-route*.js');
  await nav(page, 'Favorites').click();
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
});

test('a page opened without its code says so, and works when retried', async ({ browse, person, watch }) => {
  watch.allow(/^failed GET \/assets\/messages-route/, /^console .*/);
  const page = await browse(await person());
  await page.route('**/assets/messages-route*.js', (route) => route.abort());
  await page.goto('/messages');
  await expect(page.getByRole('alert').getByRole('heading')).toHaveText("This page couldn't be displayed");
  await page.unroute('**/assets/messages-route*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
});

test('going Back before hydration shows the previous page', async ({ browse, person }) => {
  const page = await browse(await person());
  await openHydrated(page, '/');
  await nav(page, 'Favorites').click();
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/browser-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Favorites' })).toBeVisible();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/');
  held.resolve();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Favorites' })).toBeHidden();
});

test('a toast shows even if its code fails to load', async ({ browse, person, watch }) => {
  watch.allow(/^failed GET \/assets\/toast-view/, /^console .*/);
  const page = await browse(await person());
  await page.route('**/assets/toast-view*.js', (route) => route.abort());
  await openHydrated(page, '/profile');
  await failResponses(page, calls('auth/sign-out'));
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(currentToast(page)).toContainText('Failed to sign out. Please try again.');
  await currentToast(page).getByRole('button', { name: 'Close' }).click();
  await expect(currentToast(page)).toBeHidden();
});
