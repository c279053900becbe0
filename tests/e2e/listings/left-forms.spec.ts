import type { Page } from '@playwright/test';
import type { Book } from '#features/books/contract.ts';
import { delayResponses, failResponses } from '#tests/support/browser/network.ts';
import { plainPicture } from '#tests/support/server/sample-images.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';

/** Forms of listings that are left while they are sent, or while a photo is uploading. */
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const navigation = (page: Page) => page.getByRole('navigation');

/** Leaves the dialog while the photo is uploading. */
async function addPhoto(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add Photo' }).click();
  const buffer = await plainPicture(300, 400).jpeg().toBuffer();
  const file = { name: 'late.jpg', mimeType: 'image/jpeg', buffer };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
}

test('a save that waits for a photo goes on after its form was left', async ({ browse, person, watch }) => {
  watch.allow(/^console Connecting to 'blob:|^500 PUT \/objects\/upload/);
  const seller = await person();
  const book = await seller.list({ title: `Before ${uniqueWord()}` });
  const page = await browse(seller);
  // Other journeys expect that no two listings have the same name.
  const title = `After ${uniqueWord()}`;
  const saveWithPhoto = async (changed: string) => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill(changed);
    await addPhoto(page);
    await page.getByRole('banner').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saving…')).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/profile');
  };
  await openHydrated(page, '/profile');
  let release = await delayResponses(page, '**/objects/upload/**');
  await saveWithPhoto(title);
  await expect(currentToast(page)).toBeHidden();
  await navigation(page).getByRole('link', { name: 'Messages' }).click();
  await release();
  await expect(currentToast(page)).toContainText('Your listing has been updated.');
  const saved = { title, images: [expect.any(String)] };
  expect(await seller.call('GET', `/api/books/${book.id}`)).toMatchObject(saved);

  await navigation(page).getByRole('link', { name: 'Profile' }).click();
  const restore = await failResponses(page, '**/objects/upload/**');
  release = await delayResponses(page, '**/objects/upload/**');
  await saveWithPhoto('Incomplete');
  await release();
  await expect(currentToast(page)).toContainText("A photo wasn't uploaded.");
  expect(await seller.call('GET', `/api/books/${book.id}`)).toMatchObject(saved);
  await restore();
  await currentToast(page).getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Incomplete');
});

test('a post that waits for a photo goes on after its form was left', async ({ browse, person, watch }) => {
  watch.allow(/^console Connecting to 'blob:|^500 PUT \/objects\/upload/);
  const seller = await person();
  const page = await browse(seller);
  const title = page.getByLabel('Title');
  const postWithPhoto = async (word: string) => {
    await navigation(page).getByRole('link', { name: 'Add listing' }).click();
    await title.fill(word);
    await page.getByLabel('Author').fill('Ada Author');
    await page.getByLabel('Condition').selectOption('Fair');
    await page.getByLabel('Price').fill('10');
    await addPhoto(page);
    await page.getByRole('banner').getByRole('button', { name: 'Post' }).click();
    await expect(page.getByText('Posting…')).toBeVisible();
    await page.getByRole('link', { name: 'Close' }).click();
    await expect(page).toHaveURL('/');
  };
  const listed = (word: string) => seller.call<Book[]>('GET', `/api/books?search=${word}`);
  await openHydrated(page, '/');
  const word = uniqueWord();
  let release = await delayResponses(page, '**/objects/upload/**');
  await navigation(page).getByRole('link', { name: 'Add listing' }).click();
  await title.fill(word);
  await addPhoto(page);
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(currentToast(page)).toContainText('Draft saved');
  await expect(currentToast(page)).toContainText('A photo was still uploading. Please add it again.');
  await release();
  release = await delayResponses(page, '**/objects/upload/**');
  await postWithPhoto(word);
  await expect(currentToast(page)).toBeHidden();
  await navigation(page).getByRole('link', { name: 'Add listing' }).click();
  await expect(title).toHaveValue(word);
  await release();
  await expect(currentToast(page)).toContainText('Your book listing has been created.');
  // What is posted is not offered for posting again.
  await expect(title).toHaveValue('');
  expect(await listed(word)).toMatchObject([{ images: [expect.any(String)] }]);

  await page.getByRole('link', { name: 'Close' }).click();
  const other = uniqueWord();
  const restore = await failResponses(page, '**/objects/upload/**');
  release = await delayResponses(page, '**/objects/upload/**');
  await postWithPhoto(other);
  await navigation(page).getByRole('link', { name: 'Messages' }).click();
  await release();
  await expect(currentToast(page)).toContainText("A photo wasn't uploaded.");
  expect(await listed(other)).toEqual([]);
  await restore();
  await currentToast(page).getByRole('button', { name: 'Edit' }).click();
  await expect(title).toHaveValue(other);
});
