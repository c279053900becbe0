import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { E2E_PASSWORD, newEmail, uniqueWord } from '#tests/support/browser/users.ts';

test('a visitor makes an offer on the page of a book, and another one without a connection', async ({
  page,
  person,
  browse,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const seller = await person('Ann Seller');
  const book = await seller.list({ title: `Statics ${uniqueWord()}`, price: 2_400 });
  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('button', { name: 'Make an offer' }).click();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByText(`Sign up to make an offer for ${book.title}.`)).toBeVisible();
  await page.getByLabel('Name').fill('Nina Newcomer');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(E2E_PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();

  const dialog = page.getByRole('dialog', { name: 'Make an offer' });
  await expect(dialog).toContainText(book.title);
  await expect(dialog).toContainText('Once accepted, the book is reserved for you for 3 days.');
  await expect(dialog.getByText('Similar copies here')).toHaveCount(0);
  // It has opened by itself.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Make an offer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Your offer')).toHaveValue('');
  await dialog.getByLabel('Your offer').fill('20');
  await dialog.getByRole('button', { name: 'Offer $20.00' }).click();
  const first = page.getByRole('article', { name: 'Your offer, $20.00' });
  await expect(first).toContainText('h left');
  const own = await browse(seller);
  await openHydrated(own, new URL(page.url()).pathname);
  await own.getByRole('button', { name: 'Counter' }).click();
  await expect(own.getByRole('dialog', { name: 'Your counter-offer' })).toBeVisible();
  await expect(page).toHaveURL(/\/conversation\/[\da-f-]{36}$/);
  await first.getByRole('button', { name: 'Withdraw' }).click();
  await expect(first).toContainText('Withdrawn');
  await expect(own.getByRole('dialog')).toHaveCount(0);
  await expect(currentToast(own)).toContainText('Nina’s offer');
  await expect(currentToast(own)).toContainText('Withdrawn');

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Make an offer' }).click();
  await dialog.getByLabel('Your offer').fill('21');
  await dialog.getByRole('button', { name: 'Offer $21.00' }).click();
  const second = page.getByRole('article', { name: 'Your offer, $21.00' });
  await expect(second).toBeVisible();
  await expect(page.getByText('Sending…')).toBeVisible();
  await expect(page.getByText('Your offer waits. One at a time.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make an offer' })).toBeDisabled();
  await page.context().setOffline(false);
  await expect(second).toContainText('h left');
  await expect(second).toHaveCount(1);

  // An own book, or one that costs next to nothing, takes no offers.
  const cheap = await seller.list({ title: `Statics ${uniqueWord()}`, price: 100 });
  await openHydrated(page, `/book/${cheap.id}`);
  await expect(page.getByRole('button', { name: 'Contact Seller' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make an offer' })).toHaveCount(0);
  await openHydrated(own, `/book/${book.id}`);
  await expect(own.getByRole('button', { name: 'Mark as sold' })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Make an offer' })).toHaveCount(0);
});
