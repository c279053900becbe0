import { DAY_MS } from '#platform/shared/durations.ts';
import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { endListing } from '#tests/support/browser/stored-data.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

test('a listing asks for its renewal, expires, and is back with one tap', async ({
  browse,
  page,
  person,
}) => {
  const title = `Ending ${uniqueWord()}`;
  const seller = await person();
  const { id } = await seller.list({ title });
  for (const name of ['One', 'Two', 'Three']) await seller.list({ title: `${name} ${uniqueWord()}` });
  await endListing(id, inDays(5.5));
  const mine = await browse(seller);
  await openHydrated(mine, '/profile');
  const card = mine.getByRole('article').filter({ hasText: title });
  // Not among the first three, so it has its own place.
  const section = (name: string) =>
    mine.locator('section').filter({ has: mine.getByRole('heading', { name }) });
  await expect(section('Your Listings').getByRole('article')).toHaveCount(3);
  const ending = section('Ending soon').getByRole('article');
  await expect(ending.getByText(`Still selling ${title}?`)).toBeVisible();
  await expect(ending.getByText('Ends in 6 days')).toBeVisible();
  await expect(ending.getByRole('link', { name: `Boost ${title}` })).toHaveAttribute('href', `/boost/${id}`);
  await expectAccessibleInBothThemes(mine, 'a profile with a listing that ends soon');

  await endListing(id, inDays(-1));
  await mine.reload();
  await mine.getByRole('button', { name: 'View all' }).click();
  await expect(card.getByText('Expired')).toBeVisible();
  await expect(card.getByText('No longer in the lists')).toBeVisible();
  await expectAccessibleInBothThemes(mine, 'a profile with an expired listing');
  await expect(async () => {
    await openHydrated(page, `/book/${id}`);
    await expect(page.getByText('This listing has expired.')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Contact Seller' })).toHaveCount(0);
  await openHydrated(page, `/?search=${encodeURIComponent(title)}`);
  await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(0);

  await card.getByRole('button', { name: `Renew ${title}` }).click();
  await expect(currentToast(mine)).toContainText('Listing renewed');
  await expect(card.getByText('Expired')).toHaveCount(0);
  await expect(card.getByRole('button', { name: 'Mark as sold' })).toBeFocused();
  await openHydrated(page, `/?search=${encodeURIComponent(title)}`);
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
});

test('of many listings that end soon three are shown, and the next one once one is renewed', async ({
  browse,
  person,
}) => {
  const word = uniqueWord();
  const seller = await person();
  for (let number = 1; number <= 8; number += 1) {
    const { id } = await seller.list({ title: `${word} ${number}` });
    await endListing(id, inDays(1 + number / 2));
  }
  for (let number = 1; number <= 3; number += 1) await seller.list({ title: `Newer ${uniqueWord()}` });
  const mine = await browse(seller);
  await openHydrated(mine, '/profile');
  const ending = mine.locator('section').filter({ has: mine.getByRole('heading', { name: 'Ending soon' }) });
  const cards = ending.getByRole('article');
  const titles = (...numbers: number[]) => numbers.map((number) => `${word} ${number}`);
  await expect(cards).toContainText(titles(1, 2, 3));
  await ending.getByRole('button', { name: `Renew ${word} 1` }).click();
  await expect(cards).toContainText(titles(1, 2, 3, 4));
  await expect(cards.first().getByText('Still selling')).toHaveCount(0);
  await ending.getByRole('button', { name: 'View all that end soon' }).click();
  await expect(cards.filter({ hasText: 'Still selling' })).toContainText(titles(2, 3, 4, 5, 6, 7, 8));
  await expectAccessibleInBothThemes(mine, 'a profile with many listings that end soon');
  await ending.getByRole('button', { name: 'Show fewer that end soon' }).click();
  await expect(cards.filter({ hasText: 'Still selling' })).toContainText(titles(2, 3, 4));
});
