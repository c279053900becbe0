import type { Page } from '@playwright/test';
import { failResponses } from '#tests/support/browser/network.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

const nav = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const calls = (path: string) => new RegExp(`/api/${path}(\\?|$)`);

test.beforeEach(({ watch }) => watch.allow(/^500 (GET|POST|PATCH|DELETE) \/api\//));

test('a page whose code fails to load says so, and loads when retried', async ({ browse, person, watch }) => {
  watch.allow(
    /^failed GET \/assets\/(favorites|messages)-route/,
    /^thrown .*(import|module)/i,
    /^console .*/,
  );
  const page = await browse(await person());
  const failed = page.getByRole('alert').getByRole('heading');
  await page.route('**/assets/favorites-route*.js', (route) => route.abort());
  const fetchedAhead = page.waitForEvent('requestfailed');
  await openHydrated(page, '/');
  await fetchedAhead;
  await nav(page, 'Favorites').click();
  await expect(failed).toHaveText("This page couldn't be displayed");
  await page.unroute('**/assets/favorites-route*.js');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  await expect(page).toHaveURL('/favorites');

  // A page that is opened by its URL.
  await page.route('**/assets/messages-route*.js', (route) => route.abort());
  await page.goto('/messages');
  await expect(failed).toHaveText("This page couldn't be displayed");
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
