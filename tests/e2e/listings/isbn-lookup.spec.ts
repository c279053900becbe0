import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { verifyEmail } from '#tests/support/browser/mails.ts';
import { uniqueIsbn, uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

test('what similar copies cost fills in the price, and cards and pages say how a price compares', async ({
  browse,
  page: visitor,
  person,
}) => {
  const [isbn, title] = [uniqueIsbn(), `Compared ${uniqueWord()}`];
  const listed = [];
  for (const price of [1_800, 2_200, 2_640]) {
    const seller = await person();
    // Listings of others do not count.
    await verifyEmail(seller);
    listed.push(await seller.list({ title, isbn, price, author: 'Ada Author' }));
  }
  const another = await person();
  await verifyEmail(another);
  const page = await browse(another);
  await openHydrated(page, '/add-listing');
  await page.getByLabel('ISBN').fill(isbn);
  // Two sellers agree on it.
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByText('Choose a condition to see what similar copies cost here.')).toBeVisible();
  await page.getByLabel('Condition').selectOption('Good');
  await expect(page.getByText('Similar copies here: $18.00–$26.00, from 3 listings')).toBeVisible();
  const price = page.getByLabel('Price');
  await price.fill('30');
  await page.getByRole('button', { name: 'Use $22.00' }).click();
  await expect(price).toHaveValue('22.00');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(price).toHaveValue('30');
  await page.getByRole('button', { name: 'Use $22.00' }).click();
  await expectAccessibleInBothThemes(page, 'the prices of similar copies');
  await another.list({ title, isbn, price: 2_200, author: 'Ada Author' });

  const rates = visitor.getByText(/^(Great|Fair) price$/);
  await openHydrated(visitor, `/?search=${encodeURIComponent(title)}&sort=price`);
  await expect(rates).toHaveText(['Great price', 'Fair price', 'Fair price']);
  await visitor.getByRole('article').filter({ hasText: '$18.00' }).getByRole('link').click();
  await expect(visitor).toHaveURL(`/book/${listed[0]!.id}`);
  await expect(visitor.getByRole('main').getByText('Great price')).toBeVisible();

  // An offer begins with what others cost, if that is less than the price.
  for (const [{ id }, amount] of [
    [listed[0]!, '18.00'],
    [listed[2]!, '22.00'],
  ] as const) {
    await openHydrated(page, `/book/${id}`);
    await page.getByRole('button', { name: 'Make an offer' }).click();
    const sheet = page.getByRole('dialog', { name: 'Make an offer' });
    await expect(sheet.getByText('Similar copies here: $20.00–$24.00, from 3 listings')).toBeVisible();
    await expect(sheet.getByRole('textbox', { name: 'Your offer' })).toHaveValue(amount);
    await expect(sheet.getByRole('button', { name: `Offer $${amount}` })).toBeVisible();
  }
});
