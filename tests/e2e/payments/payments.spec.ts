import type { Page } from '@playwright/test';
import { type ListedBook, type E2eUser, uniqueWord } from '#tests/support/browser/users.ts';
import {
  applyStripePolicy,
  e2eCards,
  fillCard,
  payButton,
  payWith,
  serveStripe,
} from '#tests/support/browser/payments.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';
import { countRequests } from '#tests/support/browser/error-watch.ts';

const confirmed = /^POST \/api\/payment-sandbox\/v1\/payment_intents\/\w+\/confirm/;
const success = 'Your listing is being boosted and will appear at the top within a few moments.';
const own = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

async function seller(person: () => Promise<E2eUser>): Promise<{ seller: E2eUser; book: ListedBook }> {
  const someone = await person();
  return { seller: someone, book: await someone.list({ title: `Boosted ${uniqueWord()}` }) };
}

/** Navigates from Home through the profile, as a user does. */
async function goToBoost(page: Page, book: ListedBook): Promise<void> {
  await openHydrated(page, '/');
  await page.getByRole('navigation').getByRole('link', { name: 'Profile' }).click();
  await own(page, book.title).getByRole('link', { name: 'Boost', exact: true }).click();
  await expect(page).toHaveURL(`/boost/${book.id}`);
}

test('a paid boost shows once as a toast and tops Home', async ({ browse, page, person }) => {
  const { seller: someone, book } = await seller(person);
  const mine = await browse(someone);
  await goToBoost(mine, book);
  await expect(mine).toHaveTitle(/^Boost Your Listing/);
  await expect(mine.getByRole('heading', { name: 'Boost Your Listing' })).toBeVisible();
  await expect(mine.getByText('Test mode. Use card 4242 4242 4242 4242')).toBeVisible();
  await expect(own(mine, book.title)).toContainText('72h 0m left');

  // The form is not sent while the card is invalid, and the first invalid field gets the focus.
  const sent = countRequests(mine, confirmed);
  await payButton(mine).click();
  await expect(mine.getByLabel('Card number')).toBeFocused();
  await expect(mine.getByLabel('Card number')).toHaveAccessibleDescription('Your card number is incomplete.');
  await fillCard(mine, e2eCards.good);
  await expect(mine.getByLabel('Card number')).toHaveValue('4242 4242 4242 4242');
  await payButton(mine).dblclick();
  await expect(currentToast(mine)).toContainText('Payment Successful!');
  await expect(currentToast(mine)).toContainText(success);
  await expect(mine).toHaveURL('/profile');
  expect(sent()).toBe(1);
  await expect(own(mine, book.title)).toContainText('Boosted');
  await mine.goBack();
  await expect(mine).toHaveURL('/');
  await mine.goForward();
  await expect(mine).toHaveURL('/profile');

  await page.goto('/');
  const titles = await page
    .getByRole('article')
    .evaluateAll((all) => all.map(({ textContent }) => textContent ?? ''));
  const place = titles.findIndex((text) => text.includes(book.title));
  expect(titles.slice(0, place + 1).every((text) => text.includes('Boosted'))).toBe(true);
  expect(place).toBeGreaterThanOrEqual(0);
  await own(mine, book.title).getByRole('button', { name: 'Delete' }).click();
  await expect(mine.getByRole('dialog')).toContainText(/Its paid boost \(7[12]h \d+m left\) ends with it\./);
  await mine.reload();
  const row = mine.getByRole('button', { name: /Boost, 72 hours/ });
  await expect(row).toContainText('Paid');
  await expect(currentToast(mine)).toBeHidden();
  await row.click();
  const receipt = mine.getByRole('dialog', { name: 'Receipt' });
  await expect(receipt).toContainText('$2.99');
  await expect(receipt).toContainText('Visa •••• 4242');
  await expect(receipt).toContainText(book.title);
});

/** The payment succeeds, but the page gets no response. */
async function payUnheard(page: Page): Promise<void> {
  const paid = new Promise<void>((resolve) => {
    void page.route('**/confirm', async (route) => {
      await route.fetch();
      resolve();
    });
  });
  await payWith(page, e2eCards.good);
  await paid;
}

test('a payment that was not heard of shows its result after a reload or on the next visit, once', async ({
  browse,
  person,
}) => {
  const { seller: someone, book } = await seller(person);
  const page = await browse(someone);
  await goToBoost(page, book);
  await payUnheard(page);
  await page.reload();
  await expect(currentToast(page)).toContainText('Payment Successful!');
  await expect(page).toHaveURL('/profile');
  await expect(page.getByRole('button', { name: /Boost, 72 hours/ })).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL('/');

  await openHydrated(page, `/boost/${book.id}`);
  await page.unroute('**/confirm');
  await payUnheard(page);
  const context = page.context();
  await page.close();
  const later = await context.newPage();
  await openHydrated(later, '/profile');
  await expect(currentToast(later)).toContainText('Payment Successful!');
  await later.reload();
  await expect(later.getByRole('button', { name: /Boost, 72 hours/ })).toHaveCount(2);
  await expect(currentToast(later)).toBeHidden();
});

test('an open profile shows a purchase from another tab', async ({ browse, person }) => {
  const { seller: someone, book } = await seller(person);
  const page = await browse(someone);
  await openHydrated(page, '/profile');
  await expect(own(page, book.title).getByRole('link', { name: 'Boost', exact: true })).toBeVisible();
  const other = await page.context().newPage();
  await openHydrated(other, `/boost/${book.id}`);
  await payWith(other, e2eCards.good);
  await expect(own(page, book.title)).toContainText('Boosted');
  await expect(page.getByRole('button', { name: /Boost, 72 hours/ })).toContainText('Paid');
  await expect(currentToast(other)).toContainText('Payment Successful!');
});

test('ads disappear in every tab of a subscriber; canceling can be undone', async ({ browse, person }) => {
  const page = await browse(await person());
  const other = await page.context().newPage();
  await openHydrated(other, '/');
  await expect(other.getByRole('complementary', { name: 'Advertisement' }).first()).toBeVisible();

  await openHydrated(page, '/profile');
  await page.getByRole('link', { name: /Go Ad-Free/ }).click();
  await expect(page.getByRole('heading', { name: 'BookSwap Premium' })).toBeVisible();
  await payWith(page, e2eCards.good);
  await expect(currentToast(page)).toContainText('Ad-Free Activated!');
  await expect(currentToast(page)).toContainText('You now have ad-free access to BookSwap!');
  await expect(other.getByRole('complementary', { name: 'Advertisement' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /Go Ad-Free/ })).toBeHidden();

  await page.getByRole('button', { name: 'Cancel ad-free' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel ad-free?' });
  await expect(question.getByRole('button', { name: 'Keep ad-free' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel ad-free' }).click();
  await expect(page.getByText(/^It ends on /)).toBeVisible();
  await page.getByRole('button', { name: 'Undo cancellation' }).click();
  await expect(page.getByRole('button', { name: 'Cancel ad-free' })).toBeVisible();

  await openHydrated(page, '/subscribe');
  await expect(page.getByText("You're ad-free.")).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeHidden();
});

test('if the provider’s script fails to load, the page says so and a retry continues', async ({
  browse,
  person,
  watch,
}) => {
  // A document that the test serves has no known address, so the browser blocks its socket.
  watch.allow(/^failed GET \/endive\/stripe\.js/, /^console WebSocket connection/);
  const { seller: someone, book } = await seller(person);
  const page = await browse(someone);
  await applyStripePolicy(page, `**/boost/${book.id}`);
  await page.route('https://js.stripe.com/**', (route) => route.abort('connectionrefused'));
  await openHydrated(page, `/boost/${book.id}`);
  await expect(page.getByText("The payment form couldn't be loaded.")).toBeVisible();
  await page.unroute('https://js.stripe.com/**');
  await serveStripe(page);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Stripe stands here')).toBeVisible();
  // The pressed button is gone.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
  await payButton(page).click();
  await expect(
    page.getByRole('main').getByText(`if_required ${new URL(page.url()).origin}/profile`),
  ).toBeVisible();
  await payButton(page).click();
  await expect(currentToast(page)).toContainText('Payment Successful!');
});
