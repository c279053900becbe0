import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

test('without a share sheet, the link is copied', async ({ page, context, person }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const book = await (await person()).list({ title: `Shared ${uniqueWord()}` });
  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(currentToast(page)).toContainText('Link copied!');
  await expect(currentToast(page)).toContainText('Book link has been copied to your clipboard.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await currentToast(page).getByRole('button', { name: 'Close' }).click();
  await expect(currentToast(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy link' }).click();
  await expect(currentToast(page)).toContainText('Link copied!');
});

test('if copying fails, too, the link is shown', async ({ page, person }) => {
  const book = await (await person()).list({ title: `Shown ${uniqueWord()}` });
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
  });
  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(currentToast(page)).toContainText('Share link');
  await expect(currentToast(page)).toContainText(page.url());
});

test('the share sheet gets the title and the URL; closing it shows no message', async ({ page, person }) => {
  const book = await (await person()).list({ title: `Given ${uniqueWord()}` });
  await page.addInitScript(() => {
    navigator.share = (data) => {
      document.documentElement.dataset['shared'] = JSON.stringify(data);
      return Promise.reject(new DOMException('Closed', 'AbortError'));
    };
  });
  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const shared = JSON.stringify({ title: book.title, url: page.url() });
  await expect(page.locator('html')).toHaveAttribute('data-shared', shared);
  await expect(currentToast(page)).toHaveCount(0);
});

test('an unknown URL shows the 404 page, also with a dot', async ({ page, watch }) => {
  watch.allow(/^404 GET \/(nowhere|foo|book)/);
  for (const path of ['/foo.html', '/book/a.pdf']) {
    expect((await page.goto(path))!.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  }
  const answer = await page.goto('/nowhere/at/all');
  expect(answer!.status()).toBe(404);
  await expect(page).toHaveTitle('404 Page Not Found · BookSwap');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('404 Page Not Found');
  await expect(page.getByText('Did you forget to add the page to the router?')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article').first()).toBeVisible();
});

for (const id of ['0192f0c1-2345-7abc-8def-0123456789ab', 'no-id']) {
  test(`an unknown book shows an error: ${id}`, async ({ page, watch }) => {
    watch.allow(/^40[04] GET (\/api\/books|\/book)\//);
    const answer = await page.goto(`/book/${id}`);
    expect(answer!.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book not found');
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });
}

test('impossible conversations show an error and a way back', async ({ browse, person, watch }) => {
  watch.allow(/^40[04] GET \/api\/(conversations|books)/);
  const [somebody, seller] = [await person(), await person()];
  const mine = await somebody.list({ title: `Mine ${uniqueWord()}` });
  const sold = await seller.list({ title: `Sold ${uniqueWord()}` });
  await seller.call('PATCH', `/api/books/${sold.id}`, { isSold: true });
  const nowhere = '0192f0c1-2345-7abc-8def-0123456789ab';
  const page = await browse(somebody);
  const missing = 'The book was deleted, or the link may be broken.';
  const own = "This is your own listing. Buyers' messages about it are in Messages.";
  for (const [path, text] of [
    ['/conversation/new', missing],
    [`/conversation/new?bookId=${mine.id}`, missing],
    [`/conversation/new?sellerId=${seller.id}&bookId=${nowhere}`, missing],
    [`/conversation/new?sellerId=${seller.id}&bookId=${mine.id}`, own],
    [`/conversation/new?sellerId=${somebody.id}&bookId=${mine.id}`, own],
    [`/conversation/new?sellerId=${somebody.id}&bookId=${sold.id}`, missing],
    [`/conversation/new?sellerId=${seller.id}&bookId=${sold.id}`, 'This book has been sold.'],
    [`/conversation/${nowhere}`, missing],
    ['/conversation/no-id', missing],
  ] as const) {
    await openHydrated(page, path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Invalid conversation');
    await expect(page.getByText(text), path).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/messages');
});

test('pages of the server show the new name of a seller at once', async ({ request, person }) => {
  const seller = await person();
  const book = await seller.list({ title: `Renamed ${uniqueWord()}` });
  const paths = [`/book/${book.id}`, `/?search=${encodeURIComponent(book.title)}`];
  const texts = () => Promise.all(paths.map(async (path) => (await request.get(path)).text()));
  const name = `Renamed ${uniqueWord()}`;
  // Now they are cached.
  for (const text of await texts()) expect(text).not.toContain(name);
  await seller.call('PATCH', '/api/users/me', { name });
  for (const text of await texts()) expect(text).toContain(name);
});
