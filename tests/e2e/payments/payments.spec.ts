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
const refused = /^402 POST \/api\/payment-sandbox\//;
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

test('a declined card shows the provider’s message, and another card works', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(refused);
  const { seller: someone, book } = await seller(person);
  const page = await browse(someone);
  await openHydrated(page, `/boost/${book.id}`);
  await payWith(page, e2eCards.declined);
  await expect(currentToast(page)).toContainText(/Payment Failed\s*Your card was declined\./);
  // The form keeps the reason, and the toast alone announces it. It does not cover the button.
  const main = page.getByRole('main');
  await expect(main.getByText('Payment Failed Your card was declined.')).toBeVisible();
  await expect(main.getByRole('alert')).toHaveCount(0);
  await payButton(page).click({ trial: true });
  await expect(page).toHaveURL(`/boost/${book.id}`);
  await payWith(page, e2eCards.good);
  await expect(currentToast(page)).toContainText('Payment Successful!');
  await expect(page.getByRole('button', { name: /Boost, 72 hours/ })).toHaveCount(1);

  // Another boost extends the remaining time.
  await own(page, book.title).getByRole('link', { name: 'Boost again' }).click();
  await expect(page.getByText(/^Boosted until .* Boosting again adds 72 hours\.$/)).toBeVisible();
  await expect(own(page, book.title)).toContainText(/14[34]h \d+m left/);
});

test('a bank requires confirmation: after a failure the card can be retried, after success it is paid', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(refused);
  const { seller: someone, book } = await seller(person);
  const page = await browse(someone);
  await openHydrated(page, `/boost/${book.id}`);
  await payWith(page, e2eCards.authenticated);
  const bank = page.getByRole('dialog', { name: 'Confirm this payment' });
  await expect(bank.getByRole('button', { name: 'Complete authentication' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Processing...', includeHidden: true })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  await bank.getByRole('button', { name: 'Fail authentication' }).click();
  await expect(
    page.getByRole('main').getByText('We are unable to authenticate your payment method.'),
  ).toBeVisible();
  await expect(payButton(page)).toBeEnabled();
  await payButton(page).click();
  await bank.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(currentToast(page)).toContainText('Payment Successful!');
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

test('a payment after closing the tab shows on the next visit, once', async ({ browse, person }) => {
  const { seller: someone, book } = await seller(person);
  const page = await browse(someone);
  await openHydrated(page, `/boost/${book.id}`);
  await payUnheard(page);
  const context = page.context();
  await page.close();

  const later = await context.newPage();
  await openHydrated(later, '/profile');
  await expect(currentToast(later)).toContainText('Payment Successful!');
  await later.reload();
  await expect(own(later, book.title)).toContainText('Boosted');
  await expect(currentToast(later)).toBeHidden();
});

test('a reload during a payment leads to its result, not to another payment', async ({ browse, person }) => {
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

test('payment pages say why they require sign-in', async ({ page }) => {
  await page.goto('/subscribe');
  await expect(page).toHaveURL('/');
  await expect(currentToast(page)).toContainText('Authentication Required');
  await expect(currentToast(page)).toContainText('Please sign in to subscribe to ad-free access.');
  await page.goto('/boost/01a1fb7f-fa82-74c8-a3f5-fa0eb9ecf16b');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('only the seller can boost, and only a book for sale', async ({ browse, person }) => {
  const { seller: someone, book } = await seller(person);
  const stranger = await browse(await person());
  await openHydrated(stranger, `/boost/${book.id}`);
  await expect(stranger.getByRole('heading', { name: "This isn't your listing" })).toBeVisible();
  await someone.call('PATCH', `/api/books/${book.id}`, { isSold: true });
  const mine = await browse(someone);
  await openHydrated(mine, `/boost/${book.id}`);
  await expect(mine.getByRole('heading', { name: 'This book is sold' })).toBeVisible();
});

test('a listing’s menu and an ad’s corner lead to the payment pages', async ({ browse, person }) => {
  const { seller: someone, book } = await seller(person);
  const page = await browse(someone);
  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Boost listing' }).click();
  const offer = page.getByRole('dialog', { name: 'Boost Your Listing' });
  await expect(offer).toContainText('Test mode.');
  await offer.getByRole('link', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL(`/boost/${book.id}`);
  await expect(payButton(page)).toBeVisible();

  await openHydrated(page, '/');
  await page.getByRole('button', { name: 'Remove ads' }).first().click();
  const adFree = page.getByRole('dialog', { name: 'Go Ad-Free' });
  await adFree.getByRole('link', { name: 'Continue to payment' }).click();
  await expect(page).toHaveURL('/subscribe');
});

test('a payment that cannot start shows an error on the profile', async ({ browse, person, watch }) => {
  watch.allow(/^503 POST \/api\/create-payment-intent/);
  const { seller: someone, book } = await seller(person);
  const page = await browse(someone);
  await page.route('**/api/create-payment-intent', (route) => route.fulfill({ status: 503, body: '' }));
  await openHydrated(page, `/boost/${book.id}`);
  await expect(page).toHaveURL('/profile');
  await expect(currentToast(page)).toContainText('Failed to initialize payment. Please try again.');
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

test('offline, the button says so, and pays once online', async ({ browse, person }) => {
  const { seller: someone, book } = await seller(person);
  const page = await browse(someone);
  await openHydrated(page, `/boost/${book.id}`);
  await fillCard(page, e2eCards.good);
  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: "You're offline" })).toBeDisabled();
  await page.context().setOffline(false);
  await payButton(page).click();
  await expect(currentToast(page)).toContainText('Payment Successful!');
});
