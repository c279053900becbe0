import type { Page } from '@playwright/test';
import { serviceWorkerOf, setOfflineWithWorker } from '#tests/support/browser/offline.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { createUser, E2E_PASSWORD } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, waitForHydration } from '#tests/support/browser/test.ts';

let server: E2eServer;
test.beforeAll(async () => {
  server = await E2eServer.start({ CAMPUS_LANGUAGES: 'en,de,ar' });
});
test.afterAll(() => server.stop());

const html = (page: Page) => page.locator('html');

test('a language that is chosen in the settings shows at once, and on the next device', async ({
  browse,
}) => {
  const maya = await createUser(server.url, 'Maya Lindgren');
  const page = await browse(maya, { baseURL: server.url });
  await openHydrated(page, '/account-settings');
  const choices = page.getByRole('radiogroup', { name: 'Language' }).getByRole('radio');
  await expect(choices).toHaveCount(4);
  const option = (name: string) => page.getByRole('radio', { name });
  await expect(option('Automatic (English)')).toBeChecked();
  await expect(page.getByText('العربية')).toHaveAttribute('lang', 'ar');
  await option('العربية').click();
  await expect(html(page)).toHaveAttribute('dir', 'rtl');
  await expect(html(page)).toHaveAttribute('lang', 'ar');
  await expect(option('العربية')).toBeChecked();

  // Signing in elsewhere brings the choice: the page stays, as something may be typed in it, and the next one shows it.
  const other = await browse(null, { baseURL: server.url });
  await openHydrated(other, '/sign-in');
  await other.getByLabel('Email').fill(maya.email);
  await other.getByLabel('Password').fill(E2E_PASSWORD);
  await other.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(other).toHaveURL('/');
  await expect
    .poll(async () => (await other.context().cookies()).find(({ name }) => name === 'lang')?.value)
    .toBe('ar');
  await other.getByRole('link', { name: 'Profile' }).first().click();
  await expect(other).toHaveURL('/profile');
  await expect(html(other)).toHaveAttribute('lang', 'ar');

  // A choice on that device becomes the account's.
  await openHydrated(other, '/help');
  await other.getByRole('button', { name: 'Deutsch' }).click();
  await expect(html(other)).toHaveAttribute('lang', 'de');
  await waitForHydration(other);
  const saved = () => maya.call<{ language: string }>('POST', '/api/users/sync', {});
  await expect.poll(async () => (await saved()).language).toBe('de');
  await openHydrated(page, '/account-settings');
  await expect(option('Deutsch')).toBeChecked();
});

test('what is typed stays when the language of a page changes', async ({ browse }) => {
  const page = await browse(null, { baseURL: server.url });
  await openHydrated(page, '/help');
  await page.getByLabel('Message').fill('The meeting place is closed.');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(html(page)).toHaveAttribute('lang', 'ar');
  await waitForHydration(page);
  await expect(page.locator('textarea')).toHaveValue('The meeting place is closed.');
});

test('an email and a name that are typed to sign up stay when the language changes', async ({ browse }) => {
  const page = await browse(null, { baseURL: server.url });
  await openHydrated(page, '/sign-up');
  await page.getByLabel('Name').fill('Maya Lindgren');
  await page.getByLabel('Email').fill('maya@northfield.example');
  await page.getByLabel('Password').fill(E2E_PASSWORD);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await expect(html(page)).toHaveAttribute('lang', 'de');
  await waitForHydration(page);
  await expect(page.getByLabel('Name')).toHaveValue('Maya Lindgren');
  await expect(page.getByLabel('E-Mail')).toHaveValue('maya@northfield.example');
  await expect(page.getByLabel('Passwort', { exact: true })).toHaveValue('');
});

test('a change of the listing form stays when the language changes', async ({ browse }) => {
  const maya = await createUser(server.url, 'Maya Lindgren');
  const page = await browse(maya, { baseURL: server.url });
  await openHydrated(page, '/add-listing');
  await page.getByLabel('Title').fill('Organic Chemistry');
  await openHydrated(page, '/account-settings');
  await page.getByRole('radio', { name: 'Deutsch' }).click();
  await expect(html(page)).toHaveAttribute('lang', 'de');
  await openHydrated(page, '/add-listing');
  await expect(page.getByLabel('Titel')).toHaveValue('Organic Chemistry');
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a visitor chooses a language', async ({ browse, watch }) => {
    watch.allow(/^failed GET \/assets\/.*\.js csp$/);
    const page = await browse(null, { baseURL: server.url, javaScriptEnabled: false });
    await page.goto('/help?lang=de');
    await expect(html(page)).toHaveAttribute('lang', 'de');
    await page.getByRole('button', { name: 'العربية' }).click();
    await expect(page).toHaveURL('/help');
    await expect(html(page)).toHaveAttribute('lang', 'ar');
    await page.goto('/terms');
    await expect(html(page)).toHaveAttribute('lang', 'ar');
  });
});

test('pages that were kept for offline use are in the language that was chosen', async ({
  browse,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const page = await browse(null, { baseURL: server.url, serviceWorkers: 'allow' });
  await openHydrated(page, '/');
  const worker = await serviceWorkerOf(page);
  await openHydrated(page, '/terms');
  await openHydrated(page, '/help');
  const kept = () =>
    page.evaluate(async () => {
      const name = (await caches.keys()).find((key) => key.startsWith('pages '));
      if (name === undefined) return [];
      const cache = await caches.open(name);
      const all = await Promise.all(
        (await cache.keys()).map(async (key) => [key, await cache.match(key)] as const),
      );
      return all
        .map(([{ url }, page]) => `${new URL(url).pathname} ${page?.headers.get('content-language')}`)
        .sort();
    });
  await expect.poll(kept).toEqual(['/empty.html en', '/help en', '/offline.html en', '/terms en']);
  // A link for search engines is no choice.
  await openHydrated(page, '/privacy?lang=de');
  await page.goto('/help');
  await page.getByRole('button', { name: 'العربية' }).click();
  await expect(html(page)).toHaveAttribute('lang', 'ar');
  await expect.poll(kept).toEqual(['/empty.html ar', '/help ar', '/offline.html ar']);
  await setOfflineWithWorker(page, worker, true);
  for (const path of ['/help', '/user/01a19b7c-a680-7791-8d0c-1369621aac7b']) {
    await page.goto(path);
    await expect(html(page)).toHaveAttribute('lang', 'ar');
  }
});
