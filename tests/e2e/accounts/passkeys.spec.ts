import type { Page } from '@playwright/test';
import { delayResponses } from '#tests/support/browser/network.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

/** Browsers have passkeys on names alone. */
const onLocalhost = (baseURL: string) => baseURL.replace('127.0.0.1', 'localhost');

/** A device with a passkey store that accepts its user at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function forgetSession(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.context().clearCookies();
}

async function signInAsAdmin(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('ruth@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('bookswap-demo');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

test('an admin adds a passkey, signs in with it, and uses it before the dashboard and before deleting a user', async ({
  page,
  person,
  baseURL,
  watch,
}) => {
  // The proof is asked for, and the browser forgets its session.
  watch.allow(/^403 /, /^401 GET \/api\/auth\/token$/);
  const doomed = await person('Dora Doomed');
  // An IP address has no passkeys.
  await openHydrated(page, '/sign-in');
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toHaveCount(0);
  const address = onLocalhost(baseURL!);
  await addAuthenticator(page);
  await openHydrated(page, `${address}/sign-in`);
  await signInAsAdmin(page);
  await expect(page).toHaveURL(`${address}/`);

  await openHydrated(page, `${address}/account-settings`);
  const dialog = page.getByRole('dialog');
  // While it is unknown which proof the server accepts, nothing is sent without one.
  const showProof = await delayResponses(page, '**/api/users/me/removal');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(dialog.getByRole('button', { name: 'Add' })).toBeDisabled();
  await showProof();
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByLabel('Current Password').fill('bookswap-demo');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(page.getByRole('button', { name: 'Rename Laptop' })).toBeVisible();
  await page.getByRole('button', { name: 'Rename Laptop' }).click();
  await dialog.getByLabel('Name').fill('Office laptop');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: 'Delete Office laptop' })).toBeVisible();
  await page.screenshot({ path: 'test-results/passkeys-settings.png', fullPage: true });

  await forgetSession(page);
  await openHydrated(page, `${address}/sign-in`);
  await page.screenshot({ path: 'test-results/passkeys-sign-in.png', fullPage: true });
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(`${address}/`);
  await openHydrated(page, `${address}/admin`);
  await expect(page.getByText('Total Books')).toBeVisible();

  // With the password alone the dashboard stays closed.
  await forgetSession(page);
  await openHydrated(page, `${address}/sign-in`);
  await signInAsAdmin(page);
  await expect(page).toHaveURL(`${address}/`);
  await openHydrated(page, `${address}/admin?tab=users`);
  await expect(page.getByRole('heading', { name: 'Use your passkey' })).toBeVisible();
  await expect(page.getByText('Dora Doomed')).toHaveCount(0);
  await page.screenshot({ path: 'test-results/passkeys-gate.png', fullPage: true });
  await page.getByRole('button', { name: 'Use passkey' }).click();

  const row = page.getByRole('article').filter({ hasText: doomed.email });
  await page.getByRole('searchbox').fill(doomed.email);
  await row.getByRole('button', { name: /Delete/ }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toHaveCount(0);

  // The next journeys use the same admin.
  await openHydrated(page, `${address}/account-settings`);
  await page.getByRole('button', { name: 'Delete Office laptop' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'Delete Office laptop' })).toHaveCount(0);
});
