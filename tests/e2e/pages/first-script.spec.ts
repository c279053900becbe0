import { readFileSync } from 'node:fs';
import { expect, test, waitForHydration } from '#tests/support/browser/test.ts';

/** In kilobytes of gzip. React is 51 of it. */
const FIRST_SCRIPT_LIMIT_KB = 90.7;

/** With the texts of the first script, in each language. */
const WITH_TEXTS_LIMIT_KB = 93;

test('the first script stays within its size, and Home needs few others', async ({ page, request }) => {
  const scripts: string[] = [];
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script') scripts.push(new URL(sent.url()).pathname);
  });
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  // The browser may ask for the texts before the script.
  const first = scripts.find((path) => path.startsWith('/assets/browser-'));
  const later = scripts.filter((path) => path.startsWith('/assets/') && path !== first);
  // The advertisement, the tooltips, the service worker, the skeletons and two files of texts; no dialogs, no forms, no artwork.
  expect(later.length, later.join()).toBeLessThanOrEqual(7);
  const kilobytesOf = async (path: string) => {
    const answer = await request.get(path, { headers: { 'accept-encoding': 'gzip' } });
    return Number(answer.headers()['content-length']) / 1000;
  };
  const script = await kilobytesOf(first!);
  expect(script).toBeLessThan(FIRST_SCRIPT_LIMIT_KB);
  const texts = JSON.parse(readFileSync('dist/client/.vite/texts.json', 'utf8')) as Record<string, string>;
  expect(later).toContain(`${texts['en']}first.js`);
  for (const [language, folder] of Object.entries(texts))
    expect(script + (await kilobytesOf(`${folder}first.js`)), language).toBeLessThan(WITH_TEXTS_LIMIT_KB);
});

test('a document whose script another version of the server does not have loads again', async ({
  page,
  watch,
}) => {
  watch.allow(/404/);
  let missing = 2;
  await page.route(/\/assets\/browser-.*\.js$/, (route) => {
    missing -= 1;
    return missing < 0 ? route.continue() : route.fulfill({ status: 404 });
  });
  await page.goto('/');
  await waitForHydration(page);
  expect(missing).toBe(-1);
  expect(await page.evaluate(() => sessionStorage.getItem('bookswap:reloads'))).toBeNull();
});

test('covers that the server has drawn stay, and later ones are drawn here', async ({ page }) => {
  await page.goto('/');
  const covers = page.locator('article [data-pattern] > svg');
  await expect(covers).toHaveCount(20);
  await page.waitForLoadState('networkidle');
  for (const cover of await covers.all()) expect(await cover.innerHTML()).not.toBe('');
  await page.mouse.wheel(0, 20_000);
  await expect.poll(() => covers.count()).toBeGreaterThan(20);
  await expect(covers.locator('nth=25').locator('*').first()).toBeAttached();
  // The same book, drawn by the server and then by this browser.
  const drawn = await covers.first().innerHTML();
  await page.goto('/help');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(covers.first().locator('*').first()).toBeAttached();
  expect(await covers.first().innerHTML()).toBe(drawn);
});
