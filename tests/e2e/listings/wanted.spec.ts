import { E2E_PASSWORD, newEmail, uniqueWord } from '#tests/support/browser/users.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';

test('a visitor asks to hear of a book, signs up, and sees the dot once another student lists it', async ({
  page,
  person,
}) => {
  const word = uniqueWord();
  const search = `/?search=${word}&maxPrice=2000&minCondition=Good`;
  await openHydrated(page, search);
  await expect(page.getByText('Up to $20.00, at least Good')).toBeVisible();
  await page.getByRole('button', { name: 'Tell me when it is listed' }).click();
  await expect(page).toHaveURL('/sign-in');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Name').fill('Wanda Waits');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(E2E_PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(currentToast(page)).toContainText('Added to Wanted');
  await expect(page).toHaveURL(search);
  await expect(page.getByRole('link', { name: "We'll let you know" })).toBeVisible();
  const favorites = page.getByRole('link', { name: /^Favorites/ });
  await expect(favorites).not.toHaveAccessibleName(/new listings you want/);

  const seller = await person('Sella Seller');
  const book = await seller.list({ title: `History of ${word}`, price: 1_200 });
  await expect(favorites).toHaveAccessibleName(/new listings you want/);
  await favorites.click();
  await page.getByRole('tab', { name: /^Wanted/ }).click();
  await expect(page).toHaveURL('/favorites?tab=wanted');
  const entry = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: `“${word}”` });
  await expect(entry.getByRole('link', { name: /New: / })).toContainText(book.title);
  await expect(favorites).toHaveAccessibleName('Favorites');
  await expect(entry).toContainText('Up to $20.00, at least Good');
  const available = entry.getByRole('link', { name: '1 available from $12.00' });
  await expect(available).toHaveAttribute('href', `${search}&sort=price`);

  await entry.getByRole('button', { name: /^Edit/ }).click();
  await page.getByLabel('Highest price').fill('10');
  await page.getByRole('button', { name: 'Fair' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(entry).toContainText('Up to $10.00, at least Fair');
  await expect(entry).toContainText('None listed');
  await entry.getByRole('button', { name: /^Edit/ }).click();
  const { promise: removing, resolve } = Promise.withResolvers<() => Promise<void>>();
  await page.route('**/api/wanted/*', (route) =>
    route.request().method() === 'DELETE' ? resolve(() => route.continue()) : route.continue(),
  );
  await page.getByRole('button', { name: 'Remove from wanted' }).click();
  // At once; an undo before the answer waits for it.
  await expect(page.getByText('Nothing wanted yet')).toBeVisible();
  const finishRemoval = await removing;
  const restored = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/wanted') && answer.request().method() === 'POST',
  );
  await currentToast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(entry).toBeVisible();
  await finishRemoval();
  expect((await restored).status()).toBe(201);
  await openHydrated(page, '/favorites?tab=wanted');
  await expect(entry).toContainText('Up to $10.00, at least Fair');
});
