import type { Page } from '@playwright/test';
import { mailedLink } from '#tests/support/browser/mails.ts';
import { E2E_PASSWORD } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

const next = 'a-second-password';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

test('an emailed link replaces a forgotten password and verifies the email', async ({
  page,
  person,
  watch,
}) => {
  const { email } = await person();
  await openHydrated(page, '/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await field(page, 'Email').fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText(`If there's an account with ${email}, we've emailed the link.`)).toBeVisible();

  const link = await mailedLink(email, 'reset-password');
  await openHydrated(page, link);
  await fill(page, { 'New Password': next, 'Confirm New Password': next });
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(currentToast(page)).toContainText('Your password has been updated successfully.');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Profile' }).first().click();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByText('Confirm your email')).toBeHidden();

  watch.allow(/^400 POST \/api\/auth\/reset-password$/);
  await openHydrated(page, link);
  await fill(page, { 'New Password': E2E_PASSWORD, 'Confirm New Password': E2E_PASSWORD });
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await page.getByRole('link', { name: 'Request a new link' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('changing the password requires the current one and signs out the other devices', async ({
  browse,
  person,
  watch,
}) => {
  const user = await person();
  const elsewhere = await browse();
  await openHydrated(elsewhere, '/sign-in');
  await fill(elsewhere, { Email: user.email, Password: E2E_PASSWORD });
  await elsewhere.getByRole('button', { name: 'Sign In' }).click();
  await expect(elsewhere).toHaveURL('/');

  const here = await browse(user);
  await openHydrated(here, '/account-settings');
  await expect(here.getByText('This device', { exact: true })).toBeVisible();
  await here.getByRole('link', { name: 'Change Password' }).click();
  const change = here.getByRole('button', { name: 'Change Password' });
  await expect(field(here, 'New Password')).toHaveAccessibleDescription(
    'At least 6 characters. Common passwords are refused.',
  );
  await fill(here, {
    'Current Password': 'a wrong one',
    'New Password': next,
    'Confirm New Password': 'other',
  });
  await change.click();
  await expect(here.getByText('Password Mismatch')).toBeVisible();
  await expect(here.getByText("New passwords don't match. Please try again.")).toBeVisible();
  await expect(field(here, 'Confirm New Password')).toBeFocused();
  await fill(here, { 'New Password': 'short', 'Confirm New Password': 'short' });
  await change.click();
  await expect(here.getByText('Password Too Short')).toBeVisible();
  await expect(here.getByText('Password must be at least 6 characters long.')).toBeVisible();
  await fill(here, { 'New Password': next, 'Confirm New Password': next });
  watch.allow(/^403 POST \/api\/auth\/change-password$/);
  await change.click();
  await expect(here.getByText('Current password is incorrect')).toBeVisible();

  await fill(here, { 'Current Password': E2E_PASSWORD });
  // The other device learns from the 401 that it is signed out.
  watch.allow(/^401 GET \/api\/auth\/token$/);
  await change.click();
  await expect(currentToast(here)).toContainText('Password Changed');
  await expect(currentToast(here)).toContainText('Your password has been updated successfully.');
  await expect(here).toHaveURL('/profile');
  await expect(elsewhere.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await openHydrated(here, '/account-settings');
  await expect(here.getByText('This device', { exact: true })).toBeVisible();
  await expect(here.getByRole('button', { name: 'Sign out other devices' })).toBeHidden();
});

test('an emailed link verifies the email, and the profile shows it at once', async ({
  browse,
  page,
  person,
  watch,
}) => {
  const user = await person();
  const profile = await browse(user);
  await openHydrated(profile, '/profile');
  await expect(profile.getByText(`Open the link we sent to ${user.email}.`)).toBeVisible();
  const link = await mailedLink(user.email, 'verify-email');

  const another = await browse(await person());
  watch.allow(/^403 POST \/api\/auth\/verify-email$/);
  await openHydrated(another, link);
  await expect(another.getByRole('heading', { name: 'This link is for another account' })).toBeVisible();
  await another.getByRole('button', { name: 'Sign Out' }).click();
  await expect(another.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(another).toHaveURL(link);

  await openHydrated(page, link);
  await expect(page.getByRole('link', { name: 'Forgot password?' })).toBeVisible();
  await expect(profile.getByText('Confirm your email')).toBeVisible();
  await fill(page, { Email: user.email, Password: E2E_PASSWORD });
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await expect(profile.getByText('Confirm your email')).toBeHidden();
});
