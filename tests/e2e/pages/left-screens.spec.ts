import { delayResponses } from '#tests/support/browser/network.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import type { Page } from '@playwright/test';

/** Screens that are left while an action of theirs is pending: the action takes the user nowhere. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search books...' });
const navigation = (page: Page) => page.getByRole('navigation');

/** Opens Home with a clock that stands still, so that what is typed stays pending for as long as needed. */
async function openHomeAndStopClock(page: Page): Promise<void> {
  await page.clock.install();
  await openHydrated(page, '/');
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

test('a pending search does not lead back to Home while the next page loads', async ({ page }) => {
  await openHomeAndStopClock(page);
  const release = await delayResponses(page, /\/assets\/book-route-/);
  const link = page.getByRole('article').first().getByRole('link').first();
  const href = (await link.getAttribute('href'))!;
  await box(page).pressSequentially('calc');
  await link.click();
  await expect(page).toHaveURL(href);
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL(href);
  await release();
  await expect(page.getByRole('button', { name: 'Contact Seller' })).toBeVisible();
  await expect(page).toHaveURL(href);
});

test('a pending search is dropped by the bottom navigation, and joined by a chip', async ({ page }) => {
  await openHomeAndStopClock(page);
  await box(page).pressSequentially('calc');
  await page.getByRole('button', { name: 'Science', exact: true }).click();
  await expect(page).toHaveURL('/?search=calc&subject=Science');
  await box(page).pressSequentially('ulus');
  await navigation(page).getByRole('link', { name: 'Home' }).click();
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL('/');
  await expect(box(page)).toHaveValue('');

  const release = await delayResponses(page, /\/assets\/sign-in-page-/);
  await box(page).pressSequentially('calc');
  await navigation(page).getByRole('link', { name: 'Favorites' }).click();
  await page.clock.runFor(2_000);
  await expect(page).toHaveURL('/sign-in');
  await release();
  // The page may wait for a timer before it replaces what is shown.
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(page).toHaveURL('/sign-in');
});

test('Sign Out says nothing of an ended session', async ({ browse, person }) => {
  const page = await browse(await person());
  const said = new Set<string>();
  await page.exposeFunction('said', (text: string) => said.add(text));
  await page.addInitScript(() => {
    const look = () => {
      const seen = document.querySelector('[role="region"][aria-label^="Notifications"]')?.textContent;
      if (seen) void (window as unknown as { said: (text: string) => Promise<void> }).said(seen);
    };
    new MutationObserver(look).observe(document, { childList: true, subtree: true });
  });
  const socket = page.waitForEvent('websocket');
  await openHydrated(page, '/profile');
  await (await socket).waitForEvent('framereceived');
  // The socket closes first.
  const release = await delayResponses(page, '**/api/auth/token');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await release();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect([...said]).toEqual([]);
});
