import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { sendMessageAs, uniqueWord, sendFirstMessage } from '#tests/support/browser/users.ts';
import { phonePhoto } from '#tests/support/browser/photos.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

/** States that appear only after an action; `all-pages.spec.ts` checks the pages themselves. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('states for visitors', async ({ page }) => {
  await openHydrated(page, '/sign-up');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'problems of signing up');
  await openHydrated(page, '/');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'signing up in a dialog');
});

test('states for signed-in users: books', async ({ browse, person }) => {
  test.slow();
  const user = await person('Wolfeschlegelsteinhausenbergerdorff Hubert Blaine');
  const page = await browse(user);
  await openHydrated(page, '/add-listing');
  await page.getByRole('main').getByRole('button', { name: 'Post' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  for (const link of await page.getByRole('alert').getByRole('link').all())
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await expectAccessibleInBothThemes(page, 'problems of a listing');
  await page.getByRole('button', { name: 'Add Photo' }).click();
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles([
      { name: `${'syllabus'.repeat(12)}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
      await phonePhoto('one.jpg', '#305070'),
    ]);
  await expect(page.getByRole('dialog').getByText('Not an image').first()).toBeVisible();
  await expect(page.getByRole('dialog').getByText(/^Uploaded, /)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'adding photos');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a listing with photos');

  const kept = await user.list({ title: `Kept ${uniqueWord()}, 2nd Edition`, price: 0 });
  await openHydrated(page, `/book/${kept.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await expectAccessibleInBothThemes(page, 'one’s own book, with its menu');
  await openHydrated(page, `/book/${kept.id}/edit`);
  await page.getByLabel('Author').fill('Another');
  await expectAccessibleInBothThemes(page, 'an edit with changes');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'discarding an edit');
  await openHydrated(page, '/profile');
  await page.getByRole('article').filter({ hasText: 'Kept' }).getByRole('button', { name: 'Delete' }).click();
  await expectAccessibleInBothThemes(page, 'the question before deleting');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // It stays while the pointer is on it.
  await currentToast(page).hover();
  await expectAccessibleInBothThemes(page, 'a toast with Undo');
  await expect(currentToast(page)).toBeVisible();
});

test('states for signed-in users: messages', async ({ browse, person, watch }) => {
  test.slow();
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
  const book = await ann.list({ title: `Talk of ${uniqueWord()}, 4th Edition` });
  const page = await browse(bob);
  const id = await sendFirstMessage(bob, book, `Hello\n\nhttps://example.org/${'x'.repeat(300)}`);
  await sendMessageAs(ann, id, 'Hm'.repeat(200));
  await openHydrated(page, `/conversation/${id}`);
  await expect(page.getByRole('log').getByText('HmHm')).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('textbox', { name: 'Message' }).fill('Anybody?');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Sending…')).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a conversation, offline');
  await page.context().setOffline(false);
  await expect(page.getByText('Sending…')).toHaveCount(0);
});
