import { execFileSync } from 'node:child_process';
import { ZBarSymbolType, scanGrayBuffer } from '@undecaf/zbar-wasm';
import sharp from 'sharp';
import { createSeededRandom } from '#platform/shared/seeded-random.ts';
import { findOnPath } from '#tests/support/postgresql/find-on-path.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { uniqueIsbn, uniqueWord } from '#tests/support/browser/users.ts';

const DPI = 150;
const paper = { A4: [8.27, 11.69], Letter: [8.5, 11] } as const;

/** What a scanner makes of a page: gray, unsharp, with noise on every pixel. */
async function scan(png: Buffer): Promise<{ pixels: Buffer; width: number; height: number }> {
  const { data, info } = await sharp(png)
    .removeAlpha()
    .toColourspace('b-w')
    .blur(0.6)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const random = createSeededRandom(7);
  const pixels = Buffer.from(data.map((gray) => Math.min(255, Math.max(0, gray + (random() - 0.5) * 70))));
  return { pixels, width: info.width, height: info.height };
}

const rasterizer = findOnPath('pdftoppm');

async function readQrCodes(png: Buffer): Promise<string[]> {
  const { pixels, width, height } = await scan(png);
  const buffer = new Uint8Array(pixels).buffer;
  const symbols = await scanGrayBuffer(buffer, width, height);
  return symbols.filter(({ type }) => type === ZBarSymbolType.ZBAR_QRCODE).map((symbol) => symbol.decode());
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, deviceScaleFactor: DPI / 96 });
  test.beforeEach(({ watch }) => watch.allow(/^failed GET \/assets\/.*\.js csp$/));

  test('a slip prints alone on one page, and its code leads to the listing', async ({
    page,
    person,
    baseURL,
  }) => {
    const isbn = uniqueIsbn();
    const seller = await person('Priya Raman');
    const book = await seller.list({
      title: `Paper ${uniqueWord()}: A Long Subtitle About Everything, 3rd Edition`,
      price: 2400,
      isbn,
    });
    await page.goto(`/book/${book.id}/slip`);
    await expect(page.getByRole('listitem')).toHaveCount(8);
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    for (const [format, [width, height]] of Object.entries(paper)) {
      const pdf = (await page.pdf({ format })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b(?!s)/g)).toHaveLength(1);
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      await page.setViewportSize({ width: Math.round(width * 96), height: Math.round(height * 96) });
      const printed = await page.screenshot({ fullPage: true });
      const codes = await readQrCodes(printed);
      expect(codes).toEqual([expect.stringMatching(/\/b\/[a-z0-9]{7}$/)]);
      expect(new URL(codes[0]!).origin).toBe(baseURL);
      const visible = page.locator('#root :visible');
      await expect(visible.filter({ hasText: 'Slip' }).getByRole('heading', { name: 'Slip' })).toHaveCount(0);
      // The ground of the page is paper, in the dark theme, too.
      const { data } = await sharp(printed).grayscale().raw().toBuffer({ resolveWithObject: true });
      expect(data.at(-1)).toBe(255);
      await page.goto(codes[0]!);
      await expect(page).toHaveURL(`/book/${book.id}`);
      await page.goto(`/book/${book.id}/slip`);
    }

    const other = await (
      await person('Tom Whitaker')
    ).list({ title: `Second ${uniqueWord()}`, isbn, price: 900 });
    const { shortCode: code } = await seller.call<{ shortCode: string }>('GET', `/api/books/${book.id}/slip`);
    await seller.call('PATCH', `/api/books/${book.id}`, { isSold: true });
    await page.goto(`/b/${code.toUpperCase()}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This book is sold');
    await expect(page.getByRole('article')).toContainText(other.title);
    await page.goto(`/book/${book.id}/slip`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This book is sold');
  });
});

test('the PDF of a slip, printed and scanned with noise, decodes to the address of its listing', async ({
  page,
  person,
}) => {
  test.skip(rasterizer === undefined, 'pdftoppm is not installed');
  const book = await (await person('Priya Raman')).list({ title: `Scanned ${uniqueWord()}`, price: 2400 });
  await openHydrated(page, `/book/${book.id}/slip`);
  for (const format of Object.keys(paper)) {
    const pdf = await page.pdf({ format });
    const printed = execFileSync(rasterizer!, ['-r', String(DPI), '-png', '-singlefile', '-'], {
      input: pdf,
    });
    const codes = await readQrCodes(printed);
    expect(codes).toEqual([expect.stringMatching(/\/b\/[a-z0-9]{7}$/)]);
    const answer = await page.request.get(`/api/short-addresses/${codes[0]!.split('/').at(-1)}`);
    expect(await answer.json()).toMatchObject({ state: 'listed', bookId: book.id });
  }
});

test('its owner finds the slip in the menu, and all slips in the profile', async ({ browse, person }) => {
  const seller = await person('Priya Raman');
  const book = await seller.list({ title: `Menu ${uniqueWord()}` });
  await seller.list({ title: `Second ${uniqueWord()}` });
  const page = await browse(seller);
  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Print slip' }).click();
  await expect(page).toHaveURL(`/book/${book.id}/slip`);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  await page.goto('/profile');
  await page.getByRole('link', { name: 'Print slip' }).click();
  await expect(page.getByRole('article')).toHaveCount(2);
});
