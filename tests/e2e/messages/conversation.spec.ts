import type { Page } from '@playwright/test';
import { sendMessageAs, uniqueWord, sendFirstMessage } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const log = (page: Page) => page.getByRole('log');
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });
const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('two students exchange messages and see typing, unread and read states live', async ({
  browse,
  person,
}) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const book = await ann.list({ title: `Talk of ${uniqueWord()}` });
  // Bob's device is in Tokyo, and the errors that are watched for include those of hydration.
  const [hers, his] = [await browse(ann), await browse(bob, { locale: 'de-DE', timezoneId: 'Asia/Tokyo' })];
  await openHydrated(hers, '/messages');
  await expect(hers.getByRole('heading', { name: 'No messages yet' })).toBeVisible();

  await openHydrated(his, `/book/${book.id}`);
  await his.getByRole('button', { name: 'Contact Seller' }).click();
  await expect(his).toHaveURL(`/conversation/new?sellerId=${ann.id}&bookId=${book.id}`);
  await expect(his.getByRole('heading', { name: 'Message Ann' })).toBeVisible();
  await expect(box(his)).toBeFocused();
  await expect(his.getByRole('button', { name: 'Send' })).toBeDisabled();
  await box(his).fill('   ');
  await expect(his.getByRole('button', { name: 'Send' })).toBeDisabled();
  await box(his).fill('Hello Ann,');
  await box(his).press('Shift+Enter');
  await box(his).pressSequentially('is it still there?');
  await box(his).press('Enter');
  await expect(log(his).getByText('is it still there?')).toBeVisible();
  await expect(log(his).getByText('Sent', { exact: true }).last()).toBeVisible();
  await expect(his).toHaveURL(/\/conversation\/[0-9a-f-]{36}$/);
  await expect(box(his)).toBeFocused();
  await expect(box(his)).toHaveValue('');

  const row = hers.getByRole('main').getByRole('link').filter({ hasText: 'Bob Buyer' });
  await expect(row).toContainText('Unread');
  await expect(row).toContainText('Hello Ann, is it still there?');
  await expect(nav(hers).getByRole('link', { name: /^Messages\s*, 1 new message$/ })).toBeVisible();
  await row.click();
  await expect(log(hers).getByText('is it still there?')).toBeVisible();
  await expect(hers.getByRole('main')).toBeFocused();
  await expect(log(his).getByText('Read', { exact: true }).last()).toBeVisible();

  await box(hers).pressSequentially('Ye');
  await expect(log(his).getByText('Ann is typing')).toBeAttached();
  await expect(log(his).getByText('Ann is typing')).not.toBeAttached();
  await box(hers).pressSequentially('s');
  await expect(log(his).getByText('Ann is typing')).toBeAttached();
  await box(hers).press('Enter');
  await expect(log(his).getByText('Yes', { exact: true })).toBeVisible();
  await expect(log(his).getByText('Ann is typing')).not.toBeAttached();
  await expect(log(hers).getByText('Read', { exact: true }).last()).toBeVisible();
  // Each clock time is in the language of the page, and in the time zone of its reader.
  const clocks = [hers, his].map((page) => log(page).getByRole('time').last());
  for (const clock of clocks) await expect(clock).toHaveText(/^\d{1,2}:\d\d [AP]M$/);
  expect(await clocks[1]!.textContent()).not.toBe(await clocks[0]!.textContent());
  // A user who sees 'typing' sees whose it is.
  await expect(log(his)).toContainText(/You:Hello Ann,.*Ann Seller:Yes/s);

  await hers.getByRole('link', { name: 'Back' }).click();
  await expect(hers).toHaveURL('/messages');
  await expect(row).not.toContainText('Unread');
  await expect(nav(hers).getByRole('link', { name: 'Messages', exact: true })).toBeVisible();
  await expect(row).toContainText('You: Yes');
});

test('a message written before the code of the socket has loaded is kept over a reload', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/^failed GET \/assets\/live-features/);
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: `Early ${uniqueWord()}` }), 'Hello');
  const page = await browse(bob, { serviceWorkers: 'block' });
  const code = '**/live-features*.js';
  await page.route(code, (route) => route.abort('connectionrefused'));
  await openHydrated(page, `/conversation/${id}`);
  await box(page).fill('Written early');
  await box(page).press('Enter');
  await expect(log(page).getByText('Written early')).toBeVisible();
  await expect(log(page).getByText('Sending')).toBeVisible();
  await page.reload();
  await expect(log(page).getByText('Written early')).toBeVisible();
  await expect(log(page).getByText('Sending')).toBeVisible();
  await page.unroute(code);
  await page.reload();
  await expect(log(page).getByText('Sent', { exact: true }).last()).toBeVisible();
  await expect(log(page).getByText('Written early')).toHaveCount(1);
});

test('a message that is not visible stays unread', async ({ browse, person }) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: `Unseen ${uniqueWord()}` }), 'First');
  const [hers, his] = [await browse(ann), await browse(bob)];
  await openHydrated(his, `/conversation/${id}`);
  await expect(log(his).getByText('Sent', { exact: true }).last()).toBeVisible();
  await hers.addInitScript(() => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (document.documentElement.dataset['looked'] === undefined ? 'hidden' : 'visible'),
    });
  });
  await openHydrated(hers, `/conversation/${id}`);
  await expect(log(hers).getByText('First')).toBeVisible();
  await sendMessageAs(bob, id, 'Second');
  await expect(log(hers).getByText('Second')).toBeVisible();
  await expect(log(his).getByText('Second')).toBeVisible();
  await expect(log(his).getByText('Read', { exact: true })).toHaveCount(0);
  await hers.evaluate(() => {
    document.documentElement.dataset['looked'] = '';
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect(log(his).getByText('Read', { exact: true }).last()).toBeVisible();
});

test('a long conversation opens at its newest message and scrolls back to its first', async ({
  browse,
  person,
}) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(bob, await ann.list({ title: `Long ${uniqueWord()}` }), 'Line 1 of many');
  for (let line = 2; line <= 70; line++)
    await sendMessageAs(line % 3 ? ann : bob, id, `Line ${line} of many`);
  const page = await browse(ann);
  await openHydrated(page, `/conversation/${id}`);
  await expect(log(page).getByText('Line 70 of many')).toBeInViewport();
  await expect(async () => {
    await log(page).locator('[data-message]').first().scrollIntoViewIfNeeded();
    await expect(log(page).getByText('Line 1 of many')).toBeInViewport({ timeout: 500 });
  }).toPass();
  await expect(log(page).locator('[data-message]')).toHaveCount(70);
});
