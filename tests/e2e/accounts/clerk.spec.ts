import type { BrowserContext, Page } from '@playwright/test';
import { installFakeClerk } from '#tests/support/fakes/fake-clerk-browser.ts';
import { FAKE_CLERK_HOST, clerkKeys, FakeClerk } from '#tests/support/fakes/fake-clerk.ts';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { E2eServer, redirectHosts } from '#tests/support/browser/server.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

let clerk: FakeClerk;
let server: E2eServer;
test.beforeAll(async () => {
  clerk = await FakeClerk.start();
  server = await E2eServer.start({
    CLERK_PUBLISHABLE_KEY: clerkKeys.publishableKey,
    CLERK_SECRET_KEY: clerkKeys.secretKey,
    ...redirectHosts({ clerk: clerk.address }),
  });
});
test.afterAll(async () => {
  await server.stop();
  await clerk.stop();
});

const person = {
  sub: 'user_maya',
  email: 'maya@northfield.example',
  email_verified: true,
  name: 'Maya Ross',
};
const withClerk = (context: BrowserContext) =>
  installFakeClerk(context, () => clerk.sign(new Date(), { azp: server.url, ...person }));
const profile = (page: Page) => page.getByRole('link', { name: 'Profile' }).first();

test('a user signs in with Clerk, is signed in on every page and in every tab, and signs out', async ({
  browse,
}) => {
  const page = await browse(null, { baseURL: server.url });
  await withClerk(page.context());
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).host === FAKE_CLERK_HOST) scripts.push(request.url());
  });
  await openHydrated(page, '/');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Favorites/ })
    .click();
  await expect(page.getByText('Sign in to see your favorites.')).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign in with Clerk' }).click();
  await expect(page).toHaveURL('/favorites');

  // A new tab: only Clerk's session identifies the user.
  const other = await page.context().newPage();
  await openHydrated(other, '/');
  await expect(profile(other)).toBeVisible();
  await openHydrated(other, '/change-password');
  await other.getByLabel('Current Password').fill('wrong');
  await other.getByLabel('New Password', { exact: true }).fill('another horse');
  await other.getByLabel('Confirm New Password').fill('another horse');
  await other.getByRole('button', { name: 'Change Password' }).click();
  await expect(other.getByText('Current password is incorrect')).toBeVisible();
  await other.getByLabel('Current Password').fill('correct horse');
  await other.getByRole('button', { name: 'Change Password' }).click();
  await expect(other).toHaveURL('/profile');

  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other.getByRole('button', { name: 'Sign In' })).toBeVisible();
  // Signing out on a page that requires sign-in leads to Home.
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  const before = scripts.length;
  await openHydrated(page, '/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(scripts, 'visitors load no script of Clerk').toHaveLength(before);
});

test('a script that fails to load shows an error and is loaded again', async ({ browse, watch }) => {
  watch.allow(/^failed GET \/npm\/@clerk/);
  const page = await browse(null, { baseURL: server.url });
  await page.context().route(`https://${FAKE_CLERK_HOST}/**`, (route) => route.abort());
  await openHydrated(page, '/sign-up');
  await expect(page.getByRole('alert')).toContainText("The sign-in service can't be reached.");
  await expectAccessible(page, 'Clerk out of reach');
  await page.context().unroute(`https://${FAKE_CLERK_HOST}/**`);
  await withClerk(page.context());
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('button', { name: 'Sign up with Clerk' }).click();
  await expect(profile(page)).toBeVisible();
});
