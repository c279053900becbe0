import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';

test('who has saved a book learns that it costs less, from its first day on', async ({
  browse,
  page: visitor,
  person,
}) => {
  test.slow();
  const [seller, saver] = [await person(), await person()];
  const { id, title } = await seller.list({ title: `Cheaper ${uniqueWord()}`, price: 3_000 });
  await saver.call('POST', '/api/favorites/toggle', { bookId: id, favorited: true });
  const page = await browse(saver);
  await openHydrated(page, '/profile');
  const favorites = page.getByRole('link', { name: /^Favorites/ });
  await expect(favorites).toHaveAccessibleName('Favorites');
  await seller.call('PATCH', `/api/books/${id}`, { price: 2_400 });
  // A price can be corrected for a minute.
  await expect(favorites).toHaveAccessibleName(/lower prices/, { timeout: 90_000 });

  await favorites.click();
  const notices = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Lower prices' }) });
  await expect(notices.getByRole('link')).toContainText(`${title} is now $24.00 (was $30.00)`);
  await expect(favorites).toHaveAccessibleName('Favorites');
  await expectAccessibleInBothThemes(page, 'Favorites with a lower price');
  await notices.getByRole('link').click();
  await expect(page).toHaveURL(`/book/${id}`);
  await expect(page.getByRole('main').locator('s')).toHaveText('was $30.00');

  await openHydrated(visitor, `/book/${id}`);
  await expect(visitor.getByRole('main').getByText('$24.00')).toBeVisible();
  await expect(visitor.getByRole('main').locator('s')).toHaveCount(0);
});
