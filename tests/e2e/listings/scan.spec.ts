import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { ean13, photoOf, showToCamera } from '#tests/support/browser/barcode.ts';
import { browserLaunch } from '#tests/support/browser/browser.ts';
import { pressBack } from '#tests/support/browser/press-back.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'bookswap-camera-'));
const camera = join(folder, 'camera.y4m');
const launch = await browserLaunch({ packaged: true });
test.use({
  launchOptions: {
    ...launch,
    args: [
      ...launch.args,
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${camera}`,
    ],
  },
});
test.beforeAll(() => showToCamera(camera, { bars: '' }));
test.afterAll(() => rmSync(folder, { recursive: true }));

const ALGORITHMS = '9780262046305';
const HUNGER_GAMES = '9780439023481';
const SWEETS = '4006381333931';

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
  await expect(page.getByLabel('ISBN')).toHaveValue(ALGORITHMS);
  expect(await openCameras(page)).toBe(0);
});

test('the camera is on only while the scanner is seen, and typing is always possible', async ({
  browse,
  person,
}) => {
  const page = await browse(await person());
  await watchCameras(page);
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
