import type { Page } from '@playwright/test';
import { expectAccessible, textContrast } from '#tests/support/browser/accessibility.ts';
import { sendMessageAs, uniqueWord, sendFirstMessage } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

const log = (page: Page) => page.getByRole('log');

test('a user reports a message and blocks its sender, who notices nothing', async ({ browse, person }) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const id = await sendFirstMessage(
    bob,
    await ann.list({ title: `Pest of ${uniqueWord()}` }),
    'Buy my other books',
  );
  await sendMessageAs(bob, id, 'All of them');
  const [hers, his] = [await browse(ann), await browse(bob)];
  await openHydrated(his, `/conversation/${id}`);
  await openHydrated(hers, `/conversation/${id}`);
  await expect(log(his).getByText('Read', { exact: true }).last()).toBeVisible();

  // Tab reaches the newest message first, then the one before.
  await hers.getByRole('button', { name: 'Report message' }).last().focus();
  await hers.keyboard.press('ArrowUp');
  await hers.keyboard.press('Enter');
  const dialog = hers.getByRole('dialog', { name: 'Report this message' });
  await expect(dialog.getByText('Buy my other books')).toBeVisible();
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText("Choose what's wrong");
  await expectAccessible(hers, 'the dialog of a report');
  await dialog.getByRole('radio', { name: 'Spam' }).check();
  await dialog.getByLabel('Details (optional)').fill('Again and again');
  await dialog.getByRole('switch', { name: 'Also block Bob Buyer' }).check();
  await dialog.getByRole('button', { name: 'Report and block' }).click();
  await expect(hers.getByText('You blocked Bob Buyer', { exact: true }).last()).toBeVisible();
  await expect(hers.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  await expectAccessible(hers, 'a conversation with a user who is blocked');

  await his.getByRole('textbox', { name: 'Message' }).fill('Hello?');
  await his.keyboard.press('Enter');
  await expect(log(his).getByText('Hello?')).toBeVisible();
  await expect(log(his).getByText('Sent', { exact: true }).last()).toBeVisible();
  await openHydrated(hers, '/messages');
  // The history is visible, new messages are not.
  const row = hers.getByRole('main').getByRole('link').filter({ hasText: 'You blocked Bob Buyer' });
  for (const colorScheme of ['dark', 'light'] as const) {
    await hers.emulateMedia({ colorScheme });
    expect(await textContrast(row.locator('[data-initials]'))).toBeGreaterThanOrEqual(4.5);
  }
  await row.click();
  await expect(hers).toHaveURL(`/conversation/${id}`);
  await expect(log(hers).getByText('All of them')).toBeVisible();

  await openHydrated(hers, '/account-settings');
  const unblock = hers.getByRole('button', { name: 'Unblock Bob Buyer' });
  await unblock.click();
  await expect(currentToast(hers)).toContainText('Bob Buyer unblocked');
  await expect(unblock).toHaveCount(0);
  await openHydrated(hers, `/conversation/${id}`);
  await expect(log(hers).getByText('All of them')).toBeVisible();
  await his.getByRole('textbox', { name: 'Message' }).fill('Still there?');
  await his.keyboard.press('Enter');
  await expect(log(hers).getByText('Still there?')).toBeVisible();
  await expect(log(hers).getByText('Hello?')).toHaveCount(0);

  await hers.getByRole('button', { name: 'More' }).click();
  await hers.getByRole('menuitem', { name: 'Block Bob Buyer' }).click();
  await hers.getByRole('dialog', { name: 'Block Bob Buyer?' }).getByRole('button', { name: 'Block' }).click();
  await hers.getByRole('button', { name: 'Undo' }).click();
  await expect(hers.getByRole('textbox', { name: 'Message' })).toBeVisible();
});

test('a signed-in user reports a listing, and the team reads its case', async ({ browse, person }) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const title = `Fake of ${uniqueWord()}`;
  const book = await ann.list({ title });
  const report = async (page: Page) => {
    await openHydrated(page, `/book/${book.id}`);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Report listing' }).click();
  };
  const visitor = await browse(null);
  await report(visitor);
  await expect(visitor).toHaveURL('/sign-in');

  const his = await browse(bob);
  await report(his);
  const dialog = his.getByRole('dialog', { name: 'Report this listing' });
  await dialog.getByRole('radio', { name: 'Misleading listing' }).check();
  await dialog.getByLabel('Details (optional)').fill('It is a photocopy');
  await his.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(dialog.getByRole('status')).toContainText('It will be sent when you reconnect.');
  await his.context().setOffline(false);
  await expect(currentToast(his)).toContainText("Thanks. We'll look into it.");

  const admin = await browse(null);
  await openHydrated(admin, '/admin?tab=cases');
  // The admin of the demo campus; the server prints the password.
  await admin.getByLabel('Email').fill('ruth@demo.example');
  await admin.getByLabel('Password').fill('bookswap-demo');
  await admin.getByRole('button', { name: 'Sign In' }).click();
  await admin.locator('a[href^="/admin/cases/"]').filter({ hasText: title }).click();
  await expect(admin.getByText('It is a photocopy')).toBeVisible();
  await expectAccessible(admin, 'a case');
});
