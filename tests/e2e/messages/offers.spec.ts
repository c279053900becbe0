import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { E2E_PASSWORD, newEmail, sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';

test('two users agree on a price on their phones, and a third one sees the reservation', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const [maya, grace, theo] = [
    await person('Maya Rao'),
    await person('Grace Lim'),
    await person('Theo Park'),
  ];
  const book = await maya.list({ title: `Circuits ${uniqueWord()}`, price: 5_400 });
  const id = await sendFirstMessage(grace, book, 'Is it still available?');
  const third = await sendFirstMessage(theo, book, 'Hello');
  const [seller, buyer, other] = [await browse(maya), await browse(grace), await browse(theo)];
  await openHydrated(seller, `/conversation/${id}`);
  await openHydrated(buyer, `/conversation/${id}`);
  await openHydrated(other, `/conversation/${third}`);

  await buyer.getByRole('button', { name: 'Make an offer' }).click();
  await buyer.getByLabel('Amount').fill('48');
  await buyer.getByRole('button', { name: 'Send offer' }).click();
  await expect(buyer.getByRole('article', { name: 'Your offer, $48.00' })).toContainText('h left');

  // A phone that loses the connection for a while misses nothing.
  await buyer.context().setOffline(true);
  const received = seller.getByRole('article', { name: 'Grace’s offer, $48.00' });
  await expect(received.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expectAccessible(seller, 'an offer');
  await received.getByRole('button', { name: 'Counter' }).click();
  await seller.getByLabel('Amount').fill('51');
  await seller.getByRole('button', { name: 'Send offer' }).click();
  await expect(received).toContainText('Countered');
  await buyer.context().setOffline(false);

  const counter = buyer.getByRole('article', { name: 'Maya’s offer, $51.00' });
  await counter.getByRole('button', { name: 'Accept' }).click();
  await expect(counter).toContainText('Accepted');
  await expect(buyer.getByText('Reserved for you')).toBeVisible();
  await expect(seller.getByText('Reserved for Grace')).toBeVisible();
  await expect(seller.getByRole('article', { name: 'Your offer, $51.00' })).toContainText('Accepted');
  await expect(buyer.getByText(/^Maya reserved the book for you until /)).toBeVisible();
  await expect(seller.getByText(/^You reserved the book for Grace until /)).toBeVisible();
  await expect(other.getByText('Reserved for someone else')).toBeVisible();
  await expect(other.getByText('$51.00')).toHaveCount(0);

  await openHydrated(other, `/book/${book.id}`);
  await expect(other.getByText('Reserved', { exact: true })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Make an offer' })).toHaveCount(0);
  await other.getByRole('button', { name: 'Tell me if it becomes available' }).click();
  await expect(other.getByRole('link', { name: "We'll let you know" })).toBeVisible();
  await expectAccessible(other, 'a reserved book');
  await expectAccessible(buyer, 'a reservation');

  await openHydrated(other, `/conversation/${third}`);
  await buyer.getByRole('button', { name: 'More' }).click();
  await buyer.getByRole('menuitem', { name: 'Cancel reservation' }).click();
  await buyer.getByRole('dialog').getByRole('button', { name: 'Cancel reservation' }).click();
  await expect(seller.getByRole('button', { name: 'Reserve for Grace' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Make an offer' })).toBeVisible();
  await expect(seller.getByText('Grace canceled the reservation.')).toBeVisible();
  await expect(buyer.getByText('You canceled the reservation.')).toBeVisible();
  await openHydrated(other, '/favorites?tab=wanted');
  await expect
    .poll(
      async () => {
        await other.reload();
        return other.getByRole('link', { name: book.title }).count();
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(0);
});

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
  await dialog.getByLabel('Amount').fill('20');
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  const first = page.getByRole('article', { name: 'Your offer, $20.00' });
  await expect(first).toContainText('h left');
  await expect(page).toHaveURL(/\/conversation\/[\da-f-]{36}$/);
  await first.getByRole('button', { name: 'Withdraw' }).click();
  await expect(first).toContainText('Withdrawn');

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Make an offer' }).click();
  await dialog.getByLabel('Amount').fill('21');
  await dialog.getByRole('button', { name: 'Send offer' }).click();
  const second = page.getByRole('article', { name: 'Your offer, $21.00' });
  await expect(second).toBeVisible();
  await expect(page.getByText('Sending…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make an offer' })).toHaveCount(0);
  await page.context().setOffline(false);
  await expect(second).toContainText('h left');
  await expect(second).toHaveCount(1);

  // An own book, or one that costs next to nothing, takes no offers.
  const cheap = await seller.list({ title: `Statics ${uniqueWord()}`, price: 100 });
  await openHydrated(page, `/book/${cheap.id}`);
  await expect(page.getByRole('button', { name: 'Contact Seller' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make an offer' })).toHaveCount(0);
  const own = await browse(seller);
  await openHydrated(own, `/book/${book.id}`);
  await expect(own.getByRole('button', { name: 'Mark as sold' })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Make an offer' })).toHaveCount(0);
});
