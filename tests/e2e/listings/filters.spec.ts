import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { pressBack } from '#tests/support/browser/press-back.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';

const cards = (page: Page) => page.getByRole('article');
const filters = (page: Page) => page.getByRole('link', { name: 'Filters' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' });
const box = (page: Page) => page.getByRole('searchbox', { name: 'Search books...' });

test('filters are chosen in a sheet, stand in the URL, and come back with Back', async ({ page, person }) => {
  const word = uniqueWord();
  const seller = await person();
  await seller.list({ title: `One ${word}`, price: 1_000, condition: 'Good', subject: 'History' });
  await seller.list({ title: `Two ${word}`, price: 4_000, condition: 'Like New', subject: 'History' });
  await seller.list({ title: `Three ${word}`, price: 4_500, condition: 'Excellent', subject: 'Science' });
  await openHydrated(page, '/?subject=Horror');
  await box(page).fill(word);
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await expect(page).toHaveURL(`/?search=${word}`);
  await expect(cards(page)).toHaveCount(3);

  // Closed in three ways, it has changed nothing, and the focus is back.
  for (const close of ['Escape', 'Close', 'Back'] as const) {
    await filters(page).click();
    await expect(sheet(page).getByRole('radio', { name: 'Best match' })).toBeFocused();
    await sheet(page).getByText('Like New').click();
    if (close === 'Escape') await page.keyboard.press('Escape');
    else if (close === 'Close') await sheet(page).getByRole('button', { name: 'Close' }).click();
    else await pressBack(page);
    await expect(sheet(page)).toHaveCount(0);
    await expect(page).toHaveURL(`/?search=${word}`);
    await expect(filters(page)).toBeFocused();
  }

  await page.keyboard.press('Enter');
  await expectAccessible(page, 'Filters');
  // How lists look is no filter: it is kept by the browser, and applied at once.
  const columns = () =>
    cards(page).evaluateAll((all) => new Set(all.map((card) => card.getBoundingClientRect().left)).size);
  expect(await columns()).toBe(1);
  await sheet(page).getByText('Covers', { exact: true }).click();
  expect(await columns()).toBeGreaterThan(1);
  await page.reload();
  expect(await columns()).toBeGreaterThan(1);
  await expectAccessible(page, 'Covers');
  await filters(page).click();
  await expect(sheet(page).getByRole('radio', { name: 'Covers' })).toBeChecked();
  await sheet(page).getByText('List', { exact: true }).click();
  expect(await columns()).toBe(1);
  await sheet(page).getByLabel('Price to').fill('sixty');
  await sheet(page).getByText('Excellent').click();
  await sheet(page).getByRole('button', { name: /^Show/ }).click();
  await expect(sheet(page).getByText('Enter a price in dollars, like 12.50')).toBeVisible();
  await expect(sheet(page).getByLabel('Price to')).toBeFocused();
  await sheet(page).getByLabel('Price to').fill('60');
  await sheet(page).getByText('Price', { exact: true }).first().click();
  await expect(sheet(page).getByRole('button', { name: 'Show 2 books' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/?search=${word}&maxPrice=6000&minCondition=Excellent&sort=price`);
  await expect(cards(page)).toContainText([`Two ${word}`, `Three ${word}`]);
  await expect(filters(page)).toHaveAccessibleName('Filters 2 active');
  await expect(filters(page)).toBeFocused();

  // Chips and search keep them.
  await page.getByRole('button', { name: 'Science', exact: true }).click();
  await expect(cards(page)).toContainText([`Three ${word}`]);
  await box(page).fill(`three ${word}`);
  await expect(page).toHaveURL(
    `/?search=three+${word}&subject=Science&maxPrice=6000&minCondition=Excellent&sort=price`,
  );
  await page.goBack();
  await expect(page).toHaveURL(`/?search=${word}&maxPrice=6000&minCondition=Excellent&sort=price`);
  await expect(cards(page)).toHaveCount(2);
  await page.goBack();
  await expect(cards(page)).toHaveCount(3);
  await expect(filters(page)).toHaveAccessibleName('Filters');
  await page.goForward();
  await expect(cards(page)).toHaveCount(2);

  await filters(page).click();
  await expect(sheet(page).getByLabel('Price to')).toHaveValue('60');
  await sheet(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(sheet(page).getByLabel('Price to')).toHaveValue('');
  await sheet(page).getByRole('button', { name: 'Show 3 books' }).click();
  await expect(page).toHaveURL(`/?search=${word}`);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  // The browser reports a script that it did not run like this.
  test.beforeEach(({ watch }) => watch.allow(/^failed GET \/assets\/.*\.js csp$/));

  test('filters are a page with a form', async ({ page, person }) => {
    const word = uniqueWord();
    const seller = await person();
    await seller.list({ title: `Low ${word}`, price: 500, subject: 'History' });
    await seller.list({ title: `High ${word}`, price: 5_050, subject: 'Science' });
    await page.goto(`/?search=${word}&utm_source=x&minPrice=nonsense`);
    await expect(cards(page)).toHaveCount(2);
    await filters(page).click();
    await page.getByLabel('Price from').fill('$50.50');
    await page.getByText('Newest').click();
    await page.getByRole('button', { name: 'Show books' }).click();
    await expect(page).toHaveURL(`/?search=${word}&minPrice=5050&sort=newest`);
    await expect(cards(page)).toContainText([`High ${word}`]);
    await page.getByRole('button', { name: 'History', exact: true }).click();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      search: word,
      subject: 'History',
      minPrice: '5050',
      sort: 'newest',
    });
    await expect(page.getByRole('heading', { name: 'No books found' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveText([/Subject/, /Price/]);
    await page.getByRole('link', { name: 'Remove filter: Subject' }).click();
    await expect(cards(page)).toContainText([`High ${word}`]);
    await filters(page).click();
    await expect(page.getByLabel('Price from')).toHaveValue('50.50');
    await page.getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL(`/?search=${word}`);
    await expect(cards(page)).toHaveCount(2);
  });
});
