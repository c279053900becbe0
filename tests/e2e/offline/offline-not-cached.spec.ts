import type { Page } from '@playwright/test';
import { uniqueWord, sendFirstMessage } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const main = (page: Page) => page.getByRole('main');
const place = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const missing = (page: Page) => main(page).getByRole('alert').filter({ hasText: 'Not available offline' });

test.beforeEach(({ watch }) => watch.allow(/ERR_INTERNET_DISCONNECTED/));

/** Opens a page and waits until the code of the likely next pages is loaded. */
async function openWithPlaces(page: Page, path: string): Promise<void> {
  const places = ['messages', 'conversation', 'favorites', 'profile'].map((name) =>
    page.waitForResponse((answer) => answer.url().includes(`/assets/${name}-route`)),
  );
  await openHydrated(page, path);
  const urls = (await Promise.all(places)).map((response) => response.url());
  // With all that they import.
  await page.evaluate(async (pages) => {
    await Promise.all(pages.map((url) => import(url)));
  }, urls);
  await page.waitForLoadState('networkidle');
}

async function cutOff(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText('No Internet connection.')).toBeVisible();
}

test('a search without cached results says so offline, and loads when online', async ({ browse, person }) => {
  const ann = await person('Ann Seller');
  const word = uniqueWord();
  const page = await browse(ann);
  await openWithPlaces(page, '/');
  await cutOff(page);
  await expect(page.getByText('Showing saved content.')).toBeVisible();
  await page.getByRole('searchbox').fill(word);
  await expect(missing(page)).toBeVisible();
  // The bar does not contradict the page.
  await expect(page.getByText('Showing saved content.')).toBeHidden();
  await expect(page.getByRole('article')).toHaveCount(0);
  await missing(page).getByRole('button', { name: 'Retry' }).click();
  await expect(missing(page)).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('button', { name: 'Romance' }).click();
  await expect(missing(page)).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(missing(page)).toHaveCount(0);
});

test('lists without cached data say so offline, and load when online', async ({ browse, person }) => {
  const page = await browse(await person('Ann Seller'));
  for (const [name, empty] of [
    ['Favorites', 'No favorites yet'],
    ['Profile', 'Nothing for sale yet'],
  ] as const) {
    await openWithPlaces(page, '/');
    await cutOff(page);
    await place(page, name).click();
    // Profile has two lists.
    await expect(missing(page).first()).toBeVisible();
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
    await page.context().setOffline(false);
    await expect(page.getByRole('heading', { name: empty })).toBeVisible();
    await expect(missing(page)).toHaveCount(0);
  }
});

test('a user can write offline to the seller of a cached book', async ({ browse, person }) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const [fresh, known] = [
    await ann.list({ title: `Fresh ${uniqueWord()}` }),
    await ann.list({ title: `Known ${uniqueWord()}` }),
  ];
  await sendFirstMessage(bob, known, 'Before');
  const page = await browse(bob);
  const text = page.getByRole('textbox', { name: 'Message' });
  for (const [book, lines] of [
    [fresh, ['Sent in the tunnel']],
    [known, ['Before', 'Sent in the tunnel']],
  ] as const) {
    await openWithPlaces(page, `/book/${book.id}`);
    await cutOff(page);
    await page.getByRole('button', { name: 'Contact Seller' }).click();
    await expect(page.getByRole('heading', { name: 'Ann Seller' })).toBeVisible();
    if (book === fresh) await expect(text).toBeFocused();
    await text.fill('Sent in the tunnel');
    await text.press('Enter');
    await expect(page.getByRole('log').getByText('Sending…')).toBeVisible();
    await text.fill('Half a sentence');
    await page.context().setOffline(false);
    await expect(page.getByRole('log').locator('[data-message]')).toHaveText(lines);
    await expect(page).toHaveURL(/\/conversation\/[0-9a-f-]{36}$/);
    await expect(text).toHaveValue('Half a sentence');
  }
});
