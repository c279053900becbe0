import type { Page } from '@playwright/test';
import { failResponses, delayResponses } from '#tests/support/browser/network.ts';
import { uniqueWord, sendFirstMessage } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const sync = /\/api\/users\/sync$/;
const alert = (page: Page) => page.getByRole('alert');

test.beforeEach(({ watch }) =>
  watch.allow(/^503 POST \/api\/users\/sync/, /^console The account could not be synchronized/),
);

test('an account that is not synchronized yet does not swap the sides of a conversation', async ({
  browse,
  person,
}) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: `Sides ${uniqueWord()}` }), 'Mine');
  const page = await browse(bob);
  await failResponses(page, sync, 503);
  for (const path of ['/messages', `/conversation/${id}`]) {
    await openHydrated(page, path);
    await expect(page.getByRole('status').filter({ hasText: 'Loading messages...' })).toBeAttached();
    await expect(alert(page).getByRole('heading')).toHaveText('Error loading messages');
    await expect(page.getByText('Bob Buyer')).toHaveCount(0);
  }
  await page.unroute(sync);
  await alert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Ann Seller' })).toBeVisible();
  await expect(page.getByRole('log').locator('[data-message=mine]')).toHaveText('Mine');
});

test('synchronization retries silently', async ({ browse, person }) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  await sendFirstMessage(bob, await ann.list({ title: `Again ${uniqueWord()}` }), 'Mine');
  const page = await browse(bob);
  await page.route(sync, (route) => route.fulfill({ status: 503 }), { times: 1 });
  await openHydrated(page, '/messages');
  await expect(page.getByRole('main').getByRole('link')).toContainText(['Ann Seller']);
  await expect(page.getByText('You: Mine')).toBeVisible();
  await expect(alert(page)).toHaveCount(0);
});

test('the user’s own listings wait for it, too', async ({ browse, person }) => {
  const ann = await person('Ann Seller');
  const book = await ann.list({ title: `Waiting ${uniqueWord()}` });
  const page = await browse(ann);
  await failResponses(page, sync, 503);
  for (const [path, words] of [
    ['/profile', 'Failed to fetch user books'],
    [`/book/${book.id}/edit`, 'Failed to fetch book'],
    [`/boost/${book.id}`, 'Failed to fetch book'],
    ['/add-listing', "Your account couldn't be loaded"],
  ] as const) {
    const release = await delayResponses(page, sync);
    await openHydrated(page, path);
    await release();
    await expect(alert(page).getByRole('heading')).toHaveText(words);
  }
  await page.unroute(sync);
  await alert(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeAttached();
});
