import type { Page } from '@playwright/test';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { delayResponses } from '#tests/support/browser/network.ts';
import { countRequests } from '#tests/support/browser/error-watch.ts';

declare global {
  interface Window {
    seenHeadings: Set<string>;
  }
}

const nowhere = '0192f0c1-2345-7abc-8def-0123456789ab';

/** Records every heading that appears on the page, however briefly. */
async function rememberHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    window.seenHeadings = new Set();
    const look = () =>
      document.querySelectorAll('h1, h2, h3').forEach((heading) => {
        window.seenHeadings.add(heading.textContent);
      });
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
  });
  return () => page.evaluate(() => [...window.seenHeadings]);
}

test('a visitor of private pages is sent to Home or to the sign-in, and never sees private content', async ({
  page,
}) => {
  const headings = await rememberHeadings(page);
  const seen = async (forbidden: RegExp) => (await headings()).filter((heading) => forbidden.test(heading));
  for (const path of [
    '/profile',
    '/favorites',
    '/messages',
    `/conversation/${nowhere}`,
    '/conversation/new',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    const forbidden = /Your Listings|No favorites yet|No messages yet|Invalid|Sign In|Error|Conversations/;
    expect(await seen(forbidden), path).toEqual([]);
  }
  for (const path of ['/add', '/add-listing', `/book/${nowhere}/edit`]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
    await expect(page).toHaveURL(path);
    expect(await seen(/Photos|problem|not found/), path).toEqual([]);
  }
});

test('before the script runs, a visitor sees nothing of a private page', async ({ page }) => {
  const release = await delayResponses(page, /\/assets\/browser-/);
  for (const [path, heading] of [
    ['/profile', 'Profile'],
    ['/messages', 'Messages'],
    ['/favorites', 'Favorites'],
    ['/change-password', 'Change Password'],
  ] as const) {
    await page.goto(path, { waitUntil: 'commit' });
    const title = page.locator('h1', { hasText: heading });
    await expect(title).toBeAttached();
    await expect(title).toBeHidden();
    await expect(page.locator('#root :visible:not([href="#main"])')).toHaveCount(0);
  }
  await release();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
});

test('requesting another page replaces the pending intent', async ({ page, person }) => {
  const [seller, buyer] = [await person(), await person()];
  const word = uniqueWord();
  await seller.list({ title: `The Book of ${word}` });
  await openHydrated(page, `/?search=${word}`);
  await page.getByRole('button', { name: 'Favorite' }).click();
  await expect(page.getByText('Sign in to save')).toBeVisible();
  await openHydrated(page, '/add');
  await expect(page.getByText('Buy and sell with students on your campus.')).toBeVisible();
  await page.getByLabel('Email').fill(buyer.email);
  await page.getByLabel('Password').fill('a-long-enough-password');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Add listing' })).toBeVisible();
  const toggles = countRequests(page, /^POST \/api\/favorites\/toggle/);
  await openHydrated(page, `/?search=${word}`);
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible();
  await page.goto('/');
  await page.goto('/favorites');
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  expect(toggles()).toBe(0);
});

test('a signed-in user sees neither the sign-in page nor Home on the way', async ({ browse, person }) => {
  const page = await browse(await person());
  const headings = await rememberHeadings(page);
  for (const [path, heading] of [
    ['/add-listing', 'Add listing'],
    ['/favorites', 'No favorites yet'],
    ['/messages', 'No messages yet'],
    ['/profile', 'Nothing for sale yet'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await headings()).not.toContain('Sign In');
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(page).toHaveURL(path);
  }
  for (const path of ['/sign-in', '/sign-up']) {
    const release = await delayResponses(page, '**/api/auth/token');
    await openHydrated(page, path);
    await expect(page.getByLabel('Email')).toBeAttached();
    await expect(page.getByLabel('Email')).toBeHidden();
    await expect(page.locator('h1')).toBeHidden();
    await release();
    await expect(page).toHaveURL('/');
  }
});

test('every step of signing in leads back to where the visitor came from', async ({ page }) => {
  const back = page.getByRole('link', { name: 'Back' });
  await openHydrated(page, '/');
  await page.getByRole('article').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/book\//);
  await page.getByRole('button', { name: 'Favorite' }).click();
  await expect(page).toHaveURL('/sign-in');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/sign-up');
  await back.click();
  await expect(page).toHaveURL('/sign-in');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await back.click();
  await expect(page).toHaveURL('/sign-in');
  await back.click();
  await expect(page).toHaveURL(/\/book\//);
  for (const path of [
    '/sign-in',
    '/sign-up',
    '/forgot-password',
    '/reset-password?token=x',
    '/add-listing',
  ]) {
    await page.goto('about:blank');
    await openHydrated(page, path);
    await back.click();
    await expect(page).toHaveURL('/');
  }
});
