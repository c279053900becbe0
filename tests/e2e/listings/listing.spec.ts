import type { Page } from '@playwright/test';
import { skipInterstitial } from '#tests/support/browser/interstitials.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expectNoMetadata, phonePhoto } from '#tests/support/browser/photos.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';
import { countRequests } from '#tests/support/browser/error-watch.ts';

async function addPhotos(page: Page, files: Awaited<ReturnType<typeof phonePhoto>>[]): Promise<void> {
  await page.getByRole('button', { name: 'Add Photo' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose photos' }).click();
  await (await chooser).setFiles(files);
  await expect(page.getByRole('dialog')).toBeHidden();
}

const tiles = (page: Page) => page.getByRole('region', { name: 'Photos' }).getByRole('img');

test('a book with two photos is listed after a reload and appears in every list', async ({
  browse,
  person,
}) => {
  const word = uniqueWord();
  const page = await browse(await person('Sofia Seller'));
  const posts = countRequests(page, /^POST \/api\/books$/);
  await openHydrated(page, '/');
  await page.getByRole('link', { name: 'Add listing' }).click();
  await page.getByLabel('Title').fill(`Signals and ${word}, 3rd Edition`);
  await page.getByLabel('Author').fill('Alan V. Oppenheim');
  await page.getByLabel('ISBN').fill('0-13-814757-4');
  await page.getByLabel('Subject').selectOption('Engineering');
  await page.getByLabel('Condition').selectOption('Like New');
  await page.getByLabel('Price').fill('54.5');
  await page.getByLabel('Description').fill('Bought in spring.\n\nNo marks.');
  await addPhotos(page, [
    await phonePhoto('front.jpg', '#803030', { gps: true }),
    await phonePhoto('back.jpg', '#305080'),
  ]);
  await expect(tiles(page)).toHaveCount(2);
  await expect(page.getByText(/^Draft saved on this device, \d{1,2}:\d\d [AP]M$/)).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(`Signals and ${word}, 3rd Edition`);
  await expect(page.getByLabel('Author')).toHaveValue('Alan V. Oppenheim');
  await expect(page.getByLabel('ISBN')).toHaveValue('0-13-814757-4');
  await expect(page.getByLabel('Subject')).toHaveValue('Engineering');
  await expect(page.getByLabel('Condition')).toHaveValue('Like New');
  await expect(page.getByLabel('Price')).toHaveValue('54.5');
  await expect(page.getByLabel('Description')).toHaveValue('Bought in spring.\n\nNo marks.');
  await expect(tiles(page)).toHaveCount(2);
  await page.getByRole('banner').getByRole('button', { name: 'Post' }).dblclick();
  await skipInterstitial(page);

  await expect(currentToast(page)).toContainText('Success!');
  await expect(currentToast(page)).toContainText('Your book listing has been created.');
  await expect(page).toHaveURL('/');
  const card = page.getByRole('article').filter({ hasText: word });
  await expect(card).toHaveCount(1);
  await expect(card).toContainText('$54.50');
  // The cover is decorative: screen readers skip it.
  await expect(card.locator('img')).toHaveAttribute('srcset', /w=240 240w.*w=800 800w/);
  expect(posts()).toBe(1);

  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Signals and ${word}, 3rd Edition`);
  await expect(page.getByText('978-0138147570')).toBeVisible();
  await expect(page.getByText('Like New', { exact: true })).toBeVisible();
  await expect(page.getByText('$54.50')).toBeVisible();
  await expect(page.getByText('No marks.')).toBeVisible();
  await expectGallery(page);
});

async function expectGallery(page: Page): Promise<void> {
  const gallery = page.getByRole('group', { name: 'Photos, 1 of 2' });
  await expect(gallery.getByRole('img', { name: 'Photo 1 of 2' })).toBeInViewport();
  const sources = await gallery
    .getByRole('img', { name: /^Photo \d of 2$/ })
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).srcset));
  expect(sources).toHaveLength(2);
  for (const srcset of sources) {
    const addresses = srcset.split(', ').map((source) => source.split(' ')[0]!);
    expect(addresses.map((address) => new URL(address, page.url()).search)).toEqual([
      '?w=240',
      '?w=800',
      '?w=1600',
    ]);
    for (const address of addresses) {
      const answer = await page.request.get(address);
      expect(answer.headers()['cache-control']).toContain('immutable');
      await expectNoMetadata(await answer.body());
    }
  }
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect(page.getByRole('img', { name: 'Photo 2 of 2' })).toBeInViewport({ ratio: 0.9 });
  await expect(page.getByRole('button', { name: 'Next photo' })).toBeDisabled();
  await page.getByRole('group', { name: 'Photos, 2 of 2' }).press('ArrowLeft');
  await expect(page.getByRole('img', { name: 'Photo 1 of 2' })).toBeInViewport({ ratio: 0.9 });
  await expectViewer(page);
}

/** Opens a photo in full size and closes it. */
async function expectViewer(page: Page): Promise<void> {
  const enlarge = page.getByRole('button', { name: 'Enlarge photo' });
  await enlarge.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Photos' });
  await expect(viewer.getByRole('img', { name: 'Photo 1 of 2' })).toBeInViewport();
  await viewer.getByRole('group').press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'Photo 2 of 2' })).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(enlarge).toBeFocused();
}

test('a failed post keeps the form and succeeds when retried', async ({ browse, person, watch }) => {
  watch.allow(/^500 POST \/api\/books$/);
  const title = `The ${uniqueWord()} Reader`;
  const page = await browse(await person());
  await openHydrated(page, '/add-listing');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Author').fill('Ada Author');
  await page.getByLabel('Condition').selectOption('Fair');
  await page.getByLabel('Price').fill('0');
  // One tap on Post submits while an invalid ISBN has the focus, whose error moves the button.
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await page.getByLabel('ISBN').fill('978-0-13-814757-2');
  await page.getByRole('main').getByRole('button', { name: 'Post' }).click();
  await expect(summary).toBeFocused();
  await expect(summary).toContainText("isn't a valid ISBN");
  await page.getByLabel('ISBN').fill('');
  await page.route('**/api/books', (route) => route.fulfill({ status: 500 }), { times: 1 });
  // What would be lost with the document, if Back leaves it.
  const lost = await page.evaluateHandle(() => {
    const [paths, send] = [[] as unknown[], window.fetch];
    window.fetch = (path, init) => {
      if (init?.method === 'POST' && init.keepalive !== true) paths.push(path);
      return send(path, init);
    };
    return paths;
  });
  await page.getByRole('main').getByRole('button', { name: 'Post' }).click();
  await skipInterstitial(page);
  await expect(currentToast(page)).toContainText('Error');
  await expect(currentToast(page)).toContainText('Failed to create listing. Please try again.');
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.getByRole('main').getByRole('button', { name: 'Post' }).click();
  await expect(page).toHaveURL('/');
  const card = page.getByRole('article').filter({ hasText: title });
  await expect(card).toContainText('$0.00');
  await expect(card).toContainText('Free');
  expect(await lost.jsonValue()).not.toContain('/api/books');
  // Below the boosted listings, and seen at once.
  await expect(card).toBeInViewport({ ratio: 1 });
});

test('a post waits for the connection while its form is open, and leaving the form cancels it', async ({
  browse,
  person,
  watch,
}) => {
  // A prefetch may be running when the connection drops.
  watch.allow(/ERR_INTERNET_DISCONNECTED|dynamically imported module/);
  const title = `The ${uniqueWord()} Waiter`;
  const page = await browse(await person());
  const posts = countRequests(page, /^POST \/api\/books$/);
  await openHydrated(page, '/add-listing');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Author').fill('Ada Author');
  await page.getByLabel('Condition').selectOption('Fair');
  await page.getByLabel('Price').fill('10');
  const post = page.getByRole('banner').getByRole('button', { name: 'Post' });
  const postOffline = async () => {
    await page.context().setOffline(true);
    await post.click();
    await skipInterstitial(page);
    await expect(page.getByText('Waiting for connection…')).toBeVisible();
    await expect(post).toHaveAttribute('aria-busy', 'true');
  };
  await postOffline();
  await page.getByRole('link', { name: 'Close' }).click();
  await expect(page).toHaveURL('/');
  await page.context().setOffline(false);
  await page.getByRole('link', { name: 'Add listing' }).click();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await expect(page.getByRole('button', { name: 'Start over' })).toBeVisible();
  expect(posts()).toBe(0);

  await postOffline();
  await page.context().setOffline(false);
  await expect(currentToast(page)).toContainText('Your book listing has been created.');
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(posts()).toBe(1);
});
