import { delayResponses, failResponses } from '#tests/support/browser/network.ts';
import { E2E_PASSWORD, uniqueWord } from '#tests/support/browser/users.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
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

test('a password that is changed after its page was left does not lead to the profile', async ({
  browse,
  person,
}) => {
  const page = await browse(await person());
  await openHydrated(page, '/');
  await navigation(page).getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('link', { name: 'Account Settings' }).click();
  await page.getByRole('link', { name: 'Change Password' }).click();
  await page.getByLabel('Current Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByLabel('New Password', { exact: true }).fill(`${E2E_PASSWORD}-${uniqueWord()}`);
  const typed = await page.getByLabel('New Password', { exact: true }).inputValue();
  await page.getByLabel('Confirm New Password').fill(typed);
  const release = await delayResponses(page, /change-password/);
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(page.getByRole('button', { name: 'Changing Password...' })).toBeVisible();
  await page.goBack();
  await page.goBack();
  await navigation(page).getByRole('link', { name: 'Home' }).click();
  await release();
  await expect(currentToast(page)).toContainText('Password Changed');
  await expect(page).toHaveURL('/');
});

test('what is refused after its screen was left is told, and a report is sent once', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/^500 (DELETE|POST) \/api\/(users|reports)|^4\d\d POST \/api\/auth\/change-password/);
  const [reader, seller] = [await person(), await person()];
  const book = await seller.list({ title: `Doubtful ${uniqueWord()}` });
  const page = await browse(reader);
  /** Leaves the screen with Back while the request is on its way. */
  const leaveDuring = async (path: RegExp, send: () => Promise<void>, words: string) => {
    const release = await delayResponses(page, path);
    const sent = page.waitForRequest(path);
    await send();
    await sent;
    await page.goBack();
    await release();
    await expect(currentToast(page)).toContainText(words);
  };
  await openHydrated(page, '/account-settings');
  await page.getByRole('link', { name: 'Change Password' }).click();
  await page.getByLabel('Current Password', { exact: true }).fill('not my password');
  for (const label of ['New Password', 'Confirm New Password'])
    await page.getByLabel(label, { exact: true }).fill('quite another horse');
  const change = page.getByRole('button', { name: 'Change Password' });
  await leaveDuring(/change-password$/, () => change.click(), "Your password wasn't changed");

  let restore = await failResponses(page, /\/api\/users\/me$/);
  await openHydrated(page, '/profile');
  await page.getByRole('link', { name: 'Account Settings' }).click();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('dialog');
  await question.getByLabel('Current Password').fill(E2E_PASSWORD);
  const confirm = question.getByRole('button', { name: 'Delete my account' });
  await leaveDuring(/\/api\/users\/me$/, () => confirm.click(), "Your account wasn't deleted");
  await restore();

  restore = await failResponses(page, /\/api\/reports$/);
  let sent = 0;
  page.on('request', (request) => (sent += Number(request.url().endsWith('/api/reports'))));
  await openHydrated(page, '/');
  await page.evaluate((path) => history.pushState(null, '', path), `/book/${book.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report listing' }).click();
  await page.getByLabel('Misleading listing').check();
  const report = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
    await page.getByLabel('Misleading listing').press('Enter');
  };
  await leaveDuring(/\/api\/reports$/, report, "Your report wasn't sent");
  await restore();
  expect(sent).toBe(1);
});

test('Sign Out says nothing of an ended session', async ({ browse, person }) => {
  const page = await browse(await person());
  const said = new Set<string>();
  await page.exposeFunction('said', (text: string) => said.add(text));
  await page.addInitScript(() => {
    const look = () => {
      const told = document.querySelector('[role="region"][aria-label^="Notifications"]')?.textContent;
      if (told) void (window as unknown as { said: (text: string) => Promise<void> }).said(told);
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

test('an intent that was left with Back is not performed after a later sign-in', async ({ page, person }) => {
  const [seller, somebody] = [await person(), await person()];
  const book = await seller.list({ title: `Left ${uniqueWord()}` });
  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('button', { name: 'Favorite' }).click();
  await expect(page.getByText('Sign in to save')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Contact Seller' })).toBeVisible();
  await openHydrated(page, '/sign-in');
  await expect(page.getByText('Buy and sell with students on your campus.')).toBeVisible();
  await page.getByLabel('Email').fill(somebody.email);
  await page.getByLabel('Password').fill(E2E_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible();
  await navigation(page).getByRole('link', { name: 'Favorites' }).click();
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
});
