import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';
import { cameraPhoto } from '#tests/support/browser/photos.ts';
import { plainPicture } from '#tests/support/server/sample-images.ts';

type Chosen = { name: string; mimeType: string; buffer: Buffer };

const photo = async (name: string): Promise<Chosen> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await plainPicture(300, 400).jpeg().toBuffer(),
});
const file = (name: string, mimeType: string, content: string | Buffer): Chosen => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
});

const photos = (page: Page) => page.getByRole('region', { name: 'Photos' });
const tiles = (page: Page) => photos(page).getByRole('img', { name: /^Photo \d/ });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add Photo' });
const row = (page: Page, name: string): Locator =>
  dialog(page).getByRole('listitem').filter({ hasText: name });

async function add(page: Page, ...files: Chosen[]): Promise<void> {
  if (!(await dialog(page).isVisible()))
    await photos(page).getByRole('button', { name: 'Add Photo' }).click();
  await dialog(page).locator('input[type=file]').setInputFiles(files);
}

// The trace recorder reads file previews, which the page's policy forbids.
test.beforeEach(({ watch }) => watch.allow(/^console Connecting to 'blob:/));

test('photos can be added, reordered and removed, and survive a reload', async ({ browse, person }) => {
  const page = await browse(await person());
  await openHydrated(page, '/add-listing');
  await photos(page).getByRole('button', { name: 'Add Photo' }).click();
  await expect(dialog(page)).toContainText('Images only, up to 10MB each');
  await expect(dialog(page).getByRole('button', { name: 'Choose photos' })).toBeFocused();

  await add(page, await photo('one.jpg'), await photo('two.jpg'), await photo('three.jpg'));
  await expect(dialog(page)).toBeHidden();
  await expect(tiles(page)).toHaveCount(3);
  await expect(photos(page)).toContainText('3 of 5');
  const sources = () =>
    tiles(page).evaluateAll((images) => images.map((image) => image.getAttribute('src')!));
  const [one, two, three] = await sources();
  expect(one).toMatch(/^\/objects\/uploads\/[0-9a-f-]{36}\.webp\?w=240$/);

  await photos(page).getByRole('button', { name: 'Move photo 3', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(photos(page).getByText('now the cover')).toBeAttached();
  expect(await sources()).toEqual([three, one, two]);
  await photos(page).getByRole('button', { name: 'Remove photo 2', exact: true }).click();
  await expect.poll(sources).toEqual([three, two]);

  await page.reload();
  await expect.poll(sources).toEqual([three, two]);
});

test('a photo of a camera leaves the phone small, upright and without its location', async ({
  browse,
  person,
}) => {
  const page = await browse(await person());
  // The bodies of uploads, which the protocol of the browser does not show.
  await page.addInitScript(() => {
    const sent: string[] = [];
    Object.assign(window, { sent });
    // oxlint-disable-next-line typescript/unbound-method -- the proxy passes `this` on
    XMLHttpRequest.prototype.send = new Proxy(XMLHttpRequest.prototype.send, {
      apply: (send, request, args: [Blob | null]) => {
        const [body] = args;
        const reader = new FileReader();
        reader.addEventListener('load', () => sent.push(String(reader.result)));
        if (body instanceof Blob) reader.readAsDataURL(body);
        return Reflect.apply(send, request, args);
      },
    });
  });
  await openHydrated(page, '/add-listing');
  const camera = await cameraPhoto();
  expect(camera.buffer.length).toBeGreaterThan(1_500_000);
  const small = await photo('small.jpg');
  const scaling = page.waitForEvent('worker');
  await add(page, camera, small);
  await scaling;
  await expect(dialog(page)).toBeHidden({ timeout: 30_000 });
  await expect(tiles(page)).toHaveCount(2);

  const readSent = () => page.evaluate(() => (window as unknown as { sent: string[] }).sent);
  await expect.poll(async () => (await readSent()).length).toBe(2);
  const sent = await readSent();
  // They are sent side by side, in either order.
  const sentAs = (type: string) => {
    const url = sent.find((each) => each.startsWith(`data:${type};`));
    return Buffer.from(url!.split(',')[1]!, 'base64');
  };
  const [scaled, kept] = [sentAs('image/webp'), sentAs('image/jpeg')];
  const { format, width, height, exif, orientation } = await sharp(scaled).metadata();
  expect({ format, width, height, exif, orientation }).toEqual({
    format: 'webp',
    width: 1536,
    height: 2048,
    exif: undefined,
    orientation: undefined,
  });
  expect(scaled.length).toBeLessThanOrEqual(700_000);
  expect(kept).toEqual(small.buffer);
});

test('every rejected file shows a reason, and the limit is five', async ({ browse, person, watch }) => {
  watch.allow(/^400 PUT \/objects\/upload\//);
  const page = await browse(await person());
  await openHydrated(page, '/add-listing');
  const jpeg = (await photo('x')).buffer;
  await add(
    page,
    await photo('good.jpg'),
    file('syllabus.pdf', 'application/pdf', '%PDF-1.7'),
    file('large.jpg', 'image/jpeg', Buffer.concat([jpeg, Buffer.alloc(10_485_760)])),
    file('drawing.svg', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
    file('IMG_0001.HEIC', '', '\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
    file('damaged.jpg', 'image/jpeg', jpeg.subarray(0, 300)),
  );
  await expect(row(page, 'good.jpg')).toContainText('Uploaded');
  await expect(row(page, 'syllabus.pdf')).toContainText('Not an image');
  await expect(row(page, 'large.jpg')).toContainText('Larger than 10MB');
  await expect(row(page, 'drawing.svg')).toContainText("SVG files can't be added");
  await expect(row(page, 'IMG_0001.HEIC')).toContainText("This browser can't read HEIC photos");
  await expect(row(page, 'damaged.jpg')).toContainText('Failed to upload damaged.jpg. This image is damaged');
  await dialog(page).getByRole('button', { name: 'Remove damaged.jpg' }).click();
  await expect(dialog(page)).toContainText('1 of 5 photos.');

  await add(page, ...(await Promise.all(['2', '3', '4', '5', '6'].map((n) => photo(`${n}.jpg`)))));
  await expect(row(page, '6.jpg')).toContainText('Cannot add more files');
  await expect(row(page, '5.jpg')).toContainText('Uploaded');
  await dialog(page).getByRole('button', { name: 'Done' }).click();
  await expect(tiles(page)).toHaveCount(5);
  await expect(photos(page).getByRole('button', { name: 'Add Photo' })).toBeHidden();
});

test('a failed upload shows an error and can be retried', async ({ browse, person, watch }) => {
  watch.allow(/ (POST|PUT) \/(api\/)?objects\/upload/);
  const page = await browse(await person());
  await openHydrated(page, '/add-listing');
  const away = JSON.stringify({ status: 503, code: 'service-unavailable', detail: 'away' });
  const answer = { status: 503, contentType: 'application/problem+json', body: away };

  await page.route('**/api/objects/upload', (route) => route.fulfill(answer), { times: 1 });
  await add(page, await photo('first.jpg'));
  await expect(currentToast(page)).toContainText('Upload Error');
  await expect(currentToast(page)).toContainText('Failed to prepare file upload. Please try again.');
  await expect(row(page, 'first.jpg')).toContainText('Failed to upload first.jpg');
  await dialog(page).getByRole('button', { name: 'Retry first.jpg' }).click();
  await expect(dialog(page)).toBeHidden();

  await page.route('**/objects/upload/*', (route) => route.fulfill(answer), { times: 1 });
  await add(page, await photo('second.jpg'));
  await expect(row(page, 'second.jpg')).toContainText('Failed to upload second.jpg');
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await photos(page).getByRole('button', { name: 'Not uploaded. Retry' }).click();
  await expect(photos(page).getByRole('button', { name: 'Move photo 2', exact: true })).toBeVisible();

  // The photo arrives, but its response does not.
  await page.route(
    '**/objects/upload/*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await add(page, await photo('third.jpg'));
  await expect(dialog(page)).toBeHidden();
  await expect(tiles(page)).toHaveCount(3);
});
