import { setOfflineWithWorker, offlineFallback, serviceWorkerOf } from '#tests/support/browser/offline.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { createUser, sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const allowed = { serviceWorkers: 'allow' } as const;

test('a page or tooltip whose code is not loaded breaks nothing offline, and works when online', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module/);
  const page = await browse(await person('Ann Reader'), allowed);
  await openHydrated(page, '/');
  const worker = await serviceWorkerOf(page);
  const titled = (name: string) => page.getByRole('heading', { name, exact: true });
  const place = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  await setOfflineWithWorker(page, worker, true);
  await place('Profile').click();
  await expect(titled('Profile')).toBeVisible();
  // Nothing has been hovered yet, so the tooltip code is not loaded.
  await page.locator('[data-tip]').first().hover();
  await expect(page.locator('[role=tooltip]')).toBeVisible();

  await page.getByRole('link', { name: 'Help & Support' }).click();
  await expect(offlineFallback(page)).toBeVisible();
  await place('Home').click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.goBack();
  await expect(offlineFallback(page)).toBeVisible();
  await setOfflineWithWorker(page, worker, false);
  await expect(titled('Help & Support')).toBeVisible();
});

test('the fallback page is replaced once the real one can be loaded', async ({ browse, person, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const ann = await person('Ann Seller');
  const unread = await ann.list({ title: `Never opened ${uniqueWord()}` });
  const page = await browse(ann, allowed);
  await openHydrated(page, '/');
  const worker = await serviceWorkerOf(page);
  await setOfflineWithWorker(page, worker, true);
  await page.goto(`/book/${unread.id}`);
  await expect(offlineFallback(page)).toBeVisible();
  await setOfflineWithWorker(page, worker, false);
  await expect(page.getByRole('heading', { name: unread.title })).toBeVisible();
});

test('a connection that reaches nothing counts as offline, also after a page load', async ({
  browse,
  watch,
}) => {
  test.slow();
  watch.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_SOCKET_NOT_CONNECTED/);
  watch.allow(/ERR_FAILED|ERR_INCOMPLETE_CHUNKED_ENCODING|dynamically imported module/);
  watch.allow(/synchronized/);
  const server = await E2eServer.start();
  try {
    const [ann, bob] = [
      await createUser(server.url, 'Ann Seller'),
      await createUser(server.url, 'Bob Buyer'),
    ];
    const id = await sendFirstMessage(bob, await ann.list({ title: 'Reached' }), 'Before');
    const page = await browse(bob, { ...allowed, baseURL: server.url });
    await openHydrated(page, '/');
    await serviceWorkerOf(page);
    const noFavorites = page.getByText('No favorites yet');
    for (const [path, shown] of [
      [`/conversation/${id}`, page.getByRole('log').getByText('Before')],
      ['/favorites', noFavorites],
    ] as const) {
      await page.goto(path);
      await expect(shown).toBeVisible();
      await page.waitForLoadState('networkidle');
    }
    await server.kill();
    const bar = page.getByText('No connection to BookSwap.');
    await page.goto(`/conversation/${id}`);
    await expect(page.getByRole('log').getByText('Before')).toBeVisible();
    await expect(bar).toBeVisible();
    await page.goto('/favorites');
    await expect(offlineFallback(page)).toBeVisible();
    await expect(bar).toBeVisible();
    await expect(noFavorites).toHaveCount(0);
    // What was never fetched.
    await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click();
    await expect(offlineFallback(page).first()).toBeVisible();
    await page.goBack();
    await server.start();
    await expect(noFavorites).toBeVisible({ timeout: 40_000 });
    await expect(bar).toBeHidden();
  } finally {
    await server.stop();
  }
});
