import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { ean13, photoOf, showToCamera } from '#tests/support/browser/barcode.ts';
import { useFakeCamera } from '#tests/support/browser/camera.ts';
import {
  BEFORE_FORM_TITLE,
  BEFORE_POST_TITLE,
  interstitial,
  lookAwayFor,
} from '#tests/support/browser/interstitials.ts';
import { pressBack } from '#tests/support/browser/press-back.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';

const camera = await useFakeCamera();

const ALGORITHMS = '9780262046305';
const HUNGER_GAMES = '9780439023481';
const SWEETS = '4006381333931';

/** Ten books of the catalog that nobody else lists. */
const shelf = readFileSync('src/features/editions/server/catalog/goodbooks.tsv', 'utf8')
  .split('\n')
  .map((line) => line.split('\t'))
  .filter(([isbn, title]) => isbn !== '' && title?.includes('(') === false)
  .slice(-11, -1)
  .map(([isbn, title]) => ({ isbn: isbn!, title: title! }));

declare global {
  interface Window {
    openTracks: MediaStreamTrack[];
  }
}

const watchCameras = (page: Page) =>
  page.addInitScript(() => {
    window.openTracks = [];
    const { mediaDevices } = navigator as Partial<Navigator>;
    // The initial blank page has none.
    if (mediaDevices === undefined) return;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      window.openTracks.push(...stream.getTracks());
      return stream;
    };
  });

/** How many cameras of the page are on. */
const openCameras = (page: Page) =>
  page.evaluate(() => window.openTracks.filter((track) => track.readyState === 'live').length);

const setVisibility = (page: Page, state: DocumentVisibilityState) =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

const scanner = (page: Page) => page.getByRole('dialog', { name: 'Scan barcode' });
const openScanner = (page: Page) => page.getByRole('button', { name: 'Scan barcode' }).click();

test('a barcode is read upright, upside down and at an angle, and another one is not', async ({
  browse,
  person,
}) => {
  const page = await browse(await person());
  await watchCameras(page);
  const decoder: string[] = [];
  page.on('request', (sent) => {
    if (/worker|wasm/.test(sent.url())) decoder.push(sent.url());
  });
  await openHydrated(page, '/add-listing');
  await expect(page.getByRole('button', { name: 'Scan barcode' })).toBeVisible();
  expect(decoder).toEqual([]);

  showToCamera(camera, { bars: ean13(ALGORITHMS, '59999'), degrees: 8 });
  await openScanner(page);
  await expect(page.getByLabel('ISBN')).toHaveValue(ALGORITHMS);
  await expect(scanner(page)).toBeHidden();
  expect(await openCameras(page)).toBe(0);
  await expect(page.getByText('Filled in from the ISBN.')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Introduction to Algorithms, 4th Edition');
  await expect(page.getByLabel('Condition')).toBeFocused();
  // A small barcode in each field that the ISBN filled in, until it is changed by hand.
  await expect(page.locator('[data-marked=true]')).toHaveCount(2);
  await page.getByLabel('Author').press('End');
  await page.keyboard.type('!');
  await expect(page.locator('[data-marked=true]')).toHaveCount(1);
  await expect(page.getByLabel('Author')).toBeFocused();
  await page.keyboard.press('Backspace');

  showToCamera(camera, { bars: ean13(HUNGER_GAMES, '51299'), degrees: 180 });
  await openScanner(page);
  await expect(page.getByLabel('Title')).toHaveValue('The Hunger Games');
  showToCamera(camera, { bars: ean13(ALGORITHMS), degrees: 50 });
  await openScanner(page);
  await expect(page.getByLabel('ISBN')).toHaveValue(ALGORITHMS);

  showToCamera(camera, { bars: ean13(SWEETS) });
  await openScanner(page);
  await expect(scanner(page).getByRole('alert')).toHaveText('This is not the barcode of a book.');
  await expectAccessibleInBothThemes(page, 'the scanner with another barcode');
  await scanner(page).getByRole('button', { name: 'Close' }).click();
  await expect(scanner(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Scan barcode' })).toBeFocused();
  await expect(page.getByLabel('ISBN')).toHaveValue(ALGORITHMS);
  expect(await openCameras(page)).toBe(0);
});

test('the camera is on only while the scanner is seen; it can be chosen and lit, and typing is always possible', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/\.wasm/);
  const page = await browse(await person());
  await watchCameras(page);
  await page.addInitScript(() => {
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
    MediaStreamTrack.prototype.applyConstraints = function (constraints) {
      document.title = JSON.stringify(constraints?.advanced);
      return Promise.resolve();
    };
    const { mediaDevices } = navigator as Partial<Navigator>;
    if (mediaDevices === undefined) return;
    const enumerate = mediaDevices.enumerateDevices.bind(mediaDevices);
    mediaDevices.enumerateDevices = async () => {
      const [own] = await enumerate();
      const front = { kind: 'videoinput', deviceId: 'front', label: 'Front camera' } as MediaDeviceInfo;
      return [{ ...front, deviceId: own!.deviceId, label: 'Back camera' }, front];
    };
  });
  showToCamera(camera, { bars: '' });
  await openHydrated(page, '/');
  await page.getByRole('link', { name: 'Add listing' }).click();
  await openScanner(page);
  await expect(scanner(page).getByRole('status')).toHaveText(
    'Point the camera at the barcode on the back cover',
  );
  await expect.poll(() => openCameras(page)).toBe(1);
  await setVisibility(page, 'hidden');
  await expect.poll(() => openCameras(page)).toBe(0);
  await setVisibility(page, 'visible');
  await expect.poll(() => openCameras(page)).toBe(1);
  await pressBack(page);
  await expect(scanner(page)).toBeHidden();
  expect(await openCameras(page)).toBe(0);
  await expect(page).toHaveURL('/add-listing');

  await openScanner(page);
  await scanner(page).getByRole('button', { name: 'Type the ISBN' }).click();
  await expect(scanner(page)).toBeHidden();
  await expect(page.getByLabel('ISBN')).toBeFocused();
  expect(await openCameras(page)).toBe(0);

  await openScanner(page);
  const light = scanner(page).getByRole('switch', { name: 'Light' });
  await light.check();
  await expect(light).toBeChecked();
  await expect(page).toHaveTitle('[{"torch":true}]');
  const choice = scanner(page).getByRole('combobox', { name: 'Camera' });
  await expect(choice.locator('option')).toHaveText(['Back camera', 'Front camera']);
  await expectAccessibleInBothThemes(page, 'the scanner with two cameras and a light');
  await choice.selectOption('Front camera');
  await expect.poll(() => openCameras(page)).toBe(1);
  await expect(light).not.toBeChecked();
  await scanner(page).getByRole('button', { name: 'Close' }).click();

  // A decoder that did not load is loaded again.
  await page.route('**/*.wasm', (route) => route.abort());
  await openScanner(page);
  await expect(scanner(page).getByRole('alert')).toContainText("The scanner couldn't be loaded");
  expect(await openCameras(page)).toBe(0);
  await page.unroute('**/*.wasm');
  showToCamera(camera, { bars: ean13(ALGORITHMS) });
  await scanner(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByLabel('ISBN')).toHaveValue(ALGORITHMS);
});

test('without a camera a photo is read instead', async ({ browse, person }) => {
  const page = await browse(await person());
  await page.addInitScript(() => {
    MediaDevices.prototype.getUserMedia = () =>
      Promise.reject(new DOMException('Permission denied', 'NotAllowedError'));
  });
  await openHydrated(page, '/add-listing');
  await openScanner(page);
  await expect(scanner(page).getByRole('heading', { name: 'The camera is not available.' })).toBeVisible();
  await expectAccessibleInBothThemes(page, 'the scanner without a camera');
  const take = async (cover: Parameters<typeof photoOf>[0]) => {
    const chooser = page.waitForEvent('filechooser');
    await scanner(page).getByRole('button', { name: 'Take a photo instead' }).click();
    const file = { name: 'back.jpg', mimeType: 'image/jpeg', buffer: await photoOf(cover) };
    await (await chooser).setFiles(file);
  };
  await take({ bars: '' });
  const note = scanner(page).getByRole('alert').filter({ hasText: 'barcode' });
  await expect(note).toHaveText('No barcode found. Try again or type the ISBN.');
  await take({ bars: ean13(SWEETS) });
  await expect(note).toHaveText('This is not the barcode of a book.');
  await take({ bars: ean13(ALGORITHMS), degrees: 40 });
  await expect(scanner(page)).toBeHidden();
  await expect(page.getByLabel('ISBN')).toHaveValue(ALGORITHMS);
  await expect(page.getByLabel('Condition')).toBeFocused();
});

test.describe('a shelf', () => {
  test.use({ beforeForm: true });

  test('a book takes eight taps and one typed field, and ten are listed in a row', async ({
    browse,
    person,
  }) => {
    test.slow();
    const seller = await person();
    const page = await browse(seller);
    await openHydrated(page, '/');
    let taps = 0;
    const tap = async (control: Locator) => {
      taps += 1;
      await control.click();
    };
    const skipAd = async (title: string) => {
      const advertisement = interstitial(page, title);
      await expect(advertisement).toBeVisible();
      await lookAwayFor(page, 5_000);
      await tap(advertisement.getByRole('button', { name: 'Skip ×' }));
      await expect(advertisement).toBeHidden();
    };
    const listScannedBook = async (title: string) => {
      await expect(page.getByLabel('Title')).toHaveValue(title);
      // The list of choices, and the choice.
      taps += 2;
      await page.getByLabel('Condition').selectOption('Good');
      await tap(page.getByLabel('Price'));
      await page.keyboard.type('8');
      await tap(page.getByRole('banner').getByRole('button', { name: 'Post' }));
      await skipAd(BEFORE_POST_TITLE);
      await expect(currentToast(page)).toContainText('Your book listing has been created.');
    };

    const [first, ...others] = shelf;
    showToCamera(camera, { bars: ean13(first!.isbn) });
    await tap(page.getByRole('link', { name: 'Add listing' }));
    await skipAd(BEFORE_FORM_TITLE);
    await tap(page.getByRole('button', { name: 'Scan barcode' }));
    await listScannedBook(first!.title);
    expect(taps).toBeLessThanOrEqual(8);

    for (const { isbn, title } of others) {
      showToCamera(camera, { bars: ean13(isbn) });
      await tap(currentToast(page).getByRole('button', { name: 'Scan the next book' }));
      // The scanner may be gone again before it is seen: that the form is filled shows that it was open.
      await listScannedBook(title);
    }
    expect(taps).toBeLessThanOrEqual(8 + 6 * 9);
    const listed = await seller.call<{ isbn: string }[]>('GET', `/api/books/user/${seller.id}?limit=100`);
    expect(listed.map(({ isbn }) => isbn).toSorted()).toEqual(shelf.map(({ isbn }) => isbn).toSorted());
  });
});
