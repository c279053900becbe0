import { setOfflineWithWorker, offlineFallback, serviceWorkerOf } from '#tests/support/browser/offline.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
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
  await expect(page.locator('.tip')).toBeVisible();

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
