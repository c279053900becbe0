import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';

test('a buyer looks at the seller of a book, shares, reports and blocks; the seller notices nothing', async ({
  browse,
  person,
}) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const word = uniqueWord();
  const first = await ann.list({ title: `First ${word}` });
  const second = await ann.list({ title: `Second ${word}` });
  const page = await browse(bob);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openHydrated(page, `/book/${first.id}`);
  await page.getByRole('link', { name: 'Ann Seller' }).click();
  await expect(page).toHaveURL(`/user/${ann.id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann Seller');
  await expect(page.getByRole('article')).toHaveCount(2);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);

  await page.getByRole('link', { name: second.title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second.title);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ann Seller');

  await page.getByRole('button', { name: 'Share' }).click();
  await expect(currentToast(page)).toContainText('Profile link has been copied to your clipboard.');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report Ann Seller' }).click();
  await expect(page.getByRole('dialog', { name: 'Report Ann Seller' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Block Ann Seller' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByRole('main').getByText('You blocked Ann Seller')).toBeVisible();
  await expectAccessible(page, 'the profile of a blocked user');

  const hers = await browse(ann);
  await openHydrated(hers, `/user/${bob.id}`);
  await expect(hers.getByRole('heading', { level: 1 })).toHaveText('Bob Buyer');
  await expect(hers.getByText('blocked')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByRole('main').getByText('You blocked Ann Seller')).toHaveCount(0);
});

test('pages of the server show the new name of a seller at once', async ({ request, person }) => {
  const seller = await person();
  const book = await seller.list({ title: `Renamed ${uniqueWord()}` });
  const paths = [`/book/${book.id}`, `/?search=${encodeURIComponent(book.title)}`];
  const texts = () => Promise.all(paths.map(async (path) => (await request.get(path)).text()));
  const name = `Renamed ${uniqueWord()}`;
  // Now they are cached.
  for (const text of await texts()) expect(text).not.toContain(name);
  await seller.call('PATCH', '/api/users/me', { name });
  for (const text of await texts()) expect(text).toContain(name);
});
