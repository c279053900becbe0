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
  await expect(card.getByText(`Still selling ${title}?`)).toBeVisible();
  await expect(card.getByText('Ends in 6 days')).toBeVisible();

  await endListing(id, inDays(-1));
  await mine.reload();
  await mine.getByRole('button', { name: 'View all' }).click();
  await expect(card.getByText('Expired')).toBeVisible();
  await expect(card.getByText('Only you see it')).toBeVisible();
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
