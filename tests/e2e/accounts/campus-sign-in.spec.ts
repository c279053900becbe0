import type { Page } from '@playwright/test';
import { oidcClient, FakeOidcProvider } from '#tests/support/fakes/fake-oidc-provider.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { createUser, uniqueWord } from '#tests/support/browser/users.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';

let provider: FakeOidcProvider;
let server: E2eServer;
test.beforeAll(async () => {
  server = await E2eServer.start(async (url) => {
    provider = await FakeOidcProvider.start(url);
    return {
      CAMPUS_NAME: 'Northfield University',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: oidcClient.clientId,
      OIDC_CLIENT_SECRET: oidcClient.clientSecret,
    };
  });
  for (const sub of ['ada', 'zoe', 'eve'])
    provider.members.set(sub, { sub, email: `${sub}@northfield.example`, email_verified: true, name: sub });
});
test.afterAll(async () => {
  await server.stop();
  await provider.close();
});

const way = (page: Page) => page.getByRole('link', { name: 'Continue with Northfield University' });
const profile = (page: Page) => page.getByRole('link', { name: 'Profile' }).first();

test('a visitor’s favorite is saved after signing in through the university', async ({ browse }) => {
  const seller = await createUser(server.url, 'Ann Seller');
  const word = uniqueWord();
  const book = await seller.list({ title: `The Book of ${word}` });
  const page = await browse(null, { baseURL: server.url });
  await openHydrated(page, `/?search=${word}`);
  await page.getByRole('button', { name: 'Favorite' }).click();
  await expect(page).toHaveURL('/sign-in');
  await expect(way(page)).toBeVisible();
  await expectAccessible(page, 'signing in through the university');
  await way(page).click();
  await page.getByRole('link', { name: 'I am ada' }).click();

  await expect(page).toHaveURL(/\?search=/);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Favorites' }).click();
  await expect(page.getByRole('link', { name: book.title })).toBeVisible();
});

test('canceling at the university shows a message; the requested page opens after signing in there', async ({
  browse,
  watch,
}) => {
  const page = await browse(null, { baseURL: server.url });
  await openHydrated(page, '/sign-up');
  await way(page).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    "You aren't signed in: the sign-in at Northfield University was canceled.",
  );
  await expectAccessible(page, 'back from the university, not signed in');

  await openHydrated(page, '/add');
  await way(page).click();
  await page.getByRole('link', { name: 'I am zoe' }).click();
  await expect(page).toHaveURL('/add');
  await expect(page.getByLabel('Title')).toBeVisible();

  const withoutScript = await browse(null, { baseURL: server.url, javaScriptEnabled: false });
  watch.allow(/^failed GET \/assets\/.* csp$/);
  await withoutScript.goto('/sign-in');
  await way(withoutScript).click();
  await expect(withoutScript.getByRole('link', { name: 'I am ada' })).toBeVisible();
});

test('an account without a password asks to sign in again before its deletion, and comes back', async ({
  browse,
  watch,
}) => {
  const page = await browse(null, { baseURL: server.url });
  await openHydrated(page, '/sign-in');
  await way(page).click();
  await page.getByRole('link', { name: 'I am eve' }).click();
  await expect(profile(page)).toBeVisible();
  await openHydrated(page, '/account-settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog', { name: 'Delete your account?' });
  await question.getByLabel('Your email').fill('eve@northfield.example');
  // As ten minutes after the sign-in. The deletion itself ends the session and its tokens.
  watch.allow(/^40[13] /, /^console The account could not be synchronized/);
  await page.route('**/api/users/me', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { title: 'Forbidden', status: 403, code: 'sign-in-again', detail: 'Sign in again.' },
    }),
  );
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(question.getByRole('alert')).toContainText('Sign in again to delete your account.');
  await expect(question.getByRole('button', { name: 'Sign in again' })).toBeFocused();
  await expectAccessible(page, 'signing in again before the deletion');
  await page.screenshot({ path: 'test-results/delete-account-sign-in-again.png' });
  await page.unroute('**/api/users/me');
  await question.getByRole('button', { name: 'Sign in again' }).click();

  await expect(page).toHaveURL('/sign-in');
  // The university still knows eve.
  await way(page).click();
  await question.getByLabel('Your email').fill('eve@northfield.example');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/');
  await expect(currentToast(page)).toContainText('Account deleted');
});
