import type { Page } from '@playwright/test';
import { serviceWorkerOf } from '#tests/support/browser/offline.ts';
import { phonePhoto } from '#tests/support/browser/photos.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { E2E_PASSWORD } from '#tests/support/browser/users.ts';

type SharedFile = { name: string; mimeType: string; buffer: Buffer };

/** What the share sheet of a phone sends. */
async function share(page: Page, text: string, files: SharedFile[]): Promise<void> {
  await page.evaluate((words) => {
    const form = document.createElement('form');
    Object.assign(form, { method: 'post', action: '/share', enctype: 'multipart/form-data', id: 'shared' });
    const [field, photos] = [document.createElement('input'), document.createElement('input')];
    Object.assign(field, { name: 'text', value: words });
    Object.assign(photos, { name: 'photos', type: 'file', multiple: true });
    form.append(field, photos);
    document.body.append(form);
  }, text);
  await page.locator('#shared input[type=file]').setInputFiles(files);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('#shared')!.submit());
  await page.waitForURL(/\/add-listing\?shared=/);
}

const kept = (page: Page) => page.evaluate(() => caches.has('bookswap:private:shared'));

test('a photo that is shared into the installed app signed out is in the form after the sign-in', async ({
  browse,
  person,
  watch,
}) => {
  // The trace recorder reads file previews, which the page's policy forbids.
  watch.allow(/^console Connecting to 'blob:/);
  const user = await person();
  const page = await browse(null, { serviceWorkers: 'allow' });
  await openHydrated(page, '/');
  await serviceWorkerOf(page);
  const notes = { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') };
  await share(page, 'My copy, ISBN 978-0-262-04630-5', [await phonePhoto('cover.jpg', '#705030'), notes]);
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  // Nothing is lost while its sender looks for the password.
  await page.reload();
  expect(await kept(page)).toBe(true);
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true }).click();

  const photos = page.getByRole('region', { name: 'Photos' }).getByRole('img', { name: /^Photo \d/ });
  await expect(photos).toHaveCount(1);
  await expect(page.getByLabel('Title')).toHaveValue('Introduction to Algorithms, 4th Edition');
  await expect(page.getByRole('alert').filter({ hasText: 'Only photos' })).toBeVisible();
  await expect(page).toHaveURL('/add-listing');
  await expect.poll(() => kept(page)).toBe(false);
  // It is part of the draft now.
  await page.reload();
  await expect(photos).toHaveCount(1);

  await share(page, 'No number in here', []);
  await expect(page.getByRole('alert')).toHaveText('There is no ISBN in the shared text.');
  await expect(photos).toHaveCount(1);
});
