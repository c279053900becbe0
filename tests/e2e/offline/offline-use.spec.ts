import { offlineFallback, setOfflineWithWorker, serviceWorkerOf } from '#tests/support/browser/offline.ts';
import { sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';

test('a heart that is pressed offline is saved once online, also after the tab was closed', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
  const [seller, reader] = [await person(), await person()];
  const word = uniqueWord();
  const [here, later] = [
    await seller.list({ title: `Here ${word}` }),
    await seller.list({ title: `Later ${uniqueWord()}` }),
  ];
  const page = await browse(reader);
  const context = page.context();
  const favorites = async () =>
    (await reader.call<{ bookId: string }[]>('GET', '/api/favorites')).map(({ bookId }) => bookId);
  const heart = page
    .getByRole('main')
    .locator('..')
    .getByRole('button', { name: /favorite|^save/i });
  const place = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  const pressOffline = async () => {
    await expect(heart.first()).toHaveAttribute('aria-pressed', 'false');
    // So that the session is known.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await heart.first().click();
    await expect(heart.first()).toHaveAttribute('aria-pressed', 'true');
    await expect(currentToast(page)).toHaveCount(0);
  };
  await openHydrated(page, '/favorites');
  const noFavorites = page.getByText('No favorites yet');
  await expect(noFavorites).toBeVisible();
  await place('Home').click();
  await page.getByRole('searchbox').fill(word);
  await expect(page.getByRole('article')).toHaveCount(1);
  await pressOffline();
  await place('Favorites').click();
  const card = page.getByRole('link', { name: here.title });
  await expect(card).toBeVisible();
  await expect(noFavorites).toBeHidden();
  await context.setOffline(false);
  await expect.poll(favorites).toEqual([here.id]);
  await expect(card).toBeVisible();
  await openHydrated(page, `/book/${later.id}`);
  await pressOffline();
  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await openHydrated(again, '/');
  await expect.poll(favorites).toEqual([later.id, here.id]);
});

test('the listing form and recent conversations open without a connection', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: uniqueWord() }), 'Never opened here');
  const wanted = await bob.list({ title: uniqueWord() });
  const page = await browse(ann, { serviceWorkers: 'allow' });
  await openHydrated(page, '/');
  const worker = await serviceWorkerOf(page);
  await page.reload();
  await page.waitForResponse((response) => response.url().endsWith(`/conversations/${id}/messages`));
  await expect
    .poll(() =>
      page.evaluate(
        async (path) => (await caches.match(path)) !== undefined,
        `/api/conversations/${id}/messages`,
      ),
    )
    .toBe(true);
  // A conversation that is opened here.
  await page.goto(`/conversation/new?sellerId=${bob.id}&bookId=${wanted.id}`);
  const text = page.getByRole('textbox', { name: 'Message' });
  await text.fill('Begun in this visit');
  const saved = page.waitForResponse((response) => /\/conversations\/[\w-]+$/.test(response.url()));
  await text.press('Enter');
  await expect(page).toHaveURL(/\/conversation\/[0-9a-f-]{36}$/);
  await (await saved).finished();
  await page.waitForLoadState('networkidle');
  await setOfflineWithWorker(page, worker, true);
  await page.reload();
  await expect(page.getByRole('log').getByText('Begun in this visit')).toBeVisible();
  await page.goto(`/conversation/${id}`);
  await expect(page.getByRole('log').getByText('Never opened here')).toBeVisible();
  await page.goto('/add-listing');
  await page.getByLabel('Title').fill('Written in the tunnel');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Written in the tunnel');
  await expect(page.getByRole('button', { name: 'Add Photo' })).toBeVisible();
});

test('wanted books and courses can be read without a connection, until their reader signs out', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  // A course of the demo campus.
  const [word, code] = [uniqueWord(), 'CS 201'];
  const reader = await person();
  await reader.call('POST', '/api/wanted', { words: word });
  await reader.call('PUT', `/api/users/me/courses/${encodeURIComponent(code)}`);
  const page = await browse(reader, { serviceWorkers: 'allow' });
  const entry = page.getByRole('listitem').filter({ hasText: word });
  const courses = page.getByRole('heading', { name: code });
  await openHydrated(page, '/');
  const worker = await serviceWorkerOf(page);
  await openHydrated(page, '/favorites?tab=wanted');
  await expect(entry).toBeVisible();
  await expect(courses).toBeVisible();
  await page.waitForLoadState('networkidle');
  await setOfflineWithWorker(page, worker, true);
  await page.reload();
  await expect(entry).toBeVisible();
  await expect(courses).toBeVisible();
  await expect(page.getByText('Showing saved content.')).toBeVisible();

  await setOfflineWithWorker(page, worker, false);
  await openHydrated(page, '/profile');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  const kept = () => page.evaluate(async () => (await caches.keys()).join());
  await expect.poll(kept).not.toContain('bookswap:private:');
  await setOfflineWithWorker(page, worker, true);
  await page.goto('/favorites?tab=wanted');
  await expect(offlineFallback(page)).toBeVisible();
  await expect(page.getByText(word)).toHaveCount(0);
});
