import type { Page } from '@playwright/test';
import type { Subscription } from '#features/subscriptions/contract.ts';
import { e2eCards, payWith } from '#tests/support/browser/payments.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

const day = (from: number) => new Date(Date.now() + from * 24 * 3600_000).toISOString();

/** The server's response for a subscription in this state. */
async function asSubscriber(page: Page, state: Subscription['state'], paid: number, until = paid) {
  const subscription: Subscription = { state, paidThrough: day(paid), expiresAt: day(until) };
  await page.route('**/api/subscription', (route) => route.fulfill({ json: { subscription } }));
  await page.route('**/api/subscription/cancel', (route) =>
    route.fulfill({ json: { subscription: { ...subscription, state: 'ended' } } }),
  );
}

const panel = (page: Page) => page.locator('[data-subscription]');

for (const [state, words] of [
  ['retrying', "Your last renewal failed, so you'll see ads again."],
  ['renewing', "Next month's payment is processing."],
  ['unpaid', "You won't be charged."],
] as const) {
  test(`a subscription can be canceled where ads are visible, and is not offered again: ${state}`, async ({
    browse,
    person,
  }) => {
    const page = await browse(await person());
    await asSubscriber(page, state, -5, -2);
    await openHydrated(page, '/profile');
    await expect(panel(page)).toContainText(words);
    await expect(panel(page)).not.toContainText('Next payment');
    await expect(panel(page)).not.toContainText('Ad-free until');
    await expect(page.getByRole('link', { name: /Go Ad-Free/ })).toBeHidden();
    await page.getByRole('button', { name: 'Cancel ad-free' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel ad-free?' });
    await expect(question).toContainText("Ad-free ends now, and you won't be charged again.");
    await question.getByRole('button', { name: 'Cancel ad-free' }).click();
    await expect(currentToast(page)).toContainText("You won't be charged again.");
    await expect(panel(page)).toBeHidden();
    // The focused element is gone.
    await expect(page.getByRole('main')).toBeFocused();
  });
}

test('the next payment is never in the past, and none shows while one is pending', async ({
  browse,
  person,
}) => {
  const page = await browse(await person());
  await asSubscriber(page, 'active', -1, 2);
  await openHydrated(page, '/profile');
  await expect(panel(page)).toContainText('Renewing');
  await expect(panel(page)).not.toContainText('Next payment');
  await openHydrated(page, '/subscribe');
  await expect(page.getByText("Next month's payment is processing.")).toBeVisible();
  await expect(page.getByLabel('Card number')).toBeHidden();
});

test('purchases stay on the profile where nothing is sold any more', async ({ browse, person, watch }) => {
  // A document that the test serves has no known address, so the browser blocks its socket.
  watch.allow(/^console WebSocket connection/);
  const someone = await person();
  const book = await someone.list({ title: `Boosted ${uniqueWord()}` });
  const page = await browse(someone);
  await openHydrated(page, `/boost/${book.id}`);
  await payWith(page, e2eCards.good);
  await expect(page.getByRole('button', { name: /Boost, 72 hours/ })).toBeVisible();
  await asSubscriber(page, 'ended', 20);
  await page.route('**/profile', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/\{"kind":"sandbox"[^}]*\}/, 'null');
    await route.fulfill({ response: answer, body });
  });
  await openHydrated(page, '/profile');
  await expect(page.getByRole('button', { name: /Boost, 72 hours/ })).toContainText('Paid');
  await expect(panel(page)).toContainText("It won't renew. You're ad-free until");
  await expect(panel(page).getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Boost again' })).toHaveCount(0);
});
