import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const log = (page: Page) => page.getByRole('log');
const box = (page: Page) => page.getByRole('textbox', { name: 'Message' });

test('contact details are asked about once, and a suspicious answer has advice for its receiver only', async ({
  browse,
  person,
}) => {
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const book = await ann.list({ title: `Safe ${uniqueWord()}` });
  const his = await browse(bob);
  await openHydrated(his, `/conversation/new?sellerId=${ann.id}&bookId=${book.id}`);
  await expect(his.getByText('New here, joined today')).toBeVisible();
  await box(his).fill('Hi, call me on 555 0142 please');
  await box(his).press('Enter');
  const question = his.getByRole('dialog', { name: 'Share your contact details?' });
  await expect(question.locator('mark')).toHaveText('555 0142');
  await question.getByRole('button', { name: 'Edit' }).click();
  await expect(question).not.toBeVisible();
  await expect(box(his)).toHaveValue('Hi, call me on 555 0142 please');

  await box(his).press('Enter');
  await question.getByRole('button', { name: 'Send' }).click();
  await expect(log(his).getByText('call me on 555 0142')).toBeVisible();
  await expect(his).toHaveURL(/\/conversation\/[0-9a-f-]{36}$/);
  // Later messages are sent without a question.
  await box(his).fill('or 555 0143');
  await box(his).press('Enter');
  await expect(log(his).getByText('or 555 0143')).toBeVisible();

  const hers = await browse(ann);
  await openHydrated(hers, new URL(his.url()).pathname);
  await expect(log(hers).getByText('You can agree on everything in this chat.').first()).toBeVisible();
  await expect(hers.getByText('New here, joined today')).toBeVisible();
  await box(hers).fill('Please send me the verification code that you get by text');
  await box(hers).press('Enter');
  const advice = log(his).getByRole('complementary', { name: 'Be careful' });
  await expect(advice).toContainText('Never pass on a code that was sent to your phone.');
  await expectAccessible(his, 'a conversation with advice');
  await expect(log(hers).getByText('verification code')).toBeVisible();
  await expect(log(hers).getByText('Never pass on a code')).toHaveCount(0);

  await advice.getByRole('button', { name: 'Report' }).click();
  await expect(his.getByRole('dialog')).toContainText('verification code');
  await his.keyboard.press('Escape');
  await advice.getByRole('link', { name: 'Safety tips' }).click();
  await expect(his).toHaveURL(/\/help/);
  await expect(his.getByRole('button', { name: 'Safety & Guidelines' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
