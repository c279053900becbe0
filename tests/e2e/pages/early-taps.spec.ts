import type { Page } from '@playwright/test';
import { countRequests } from '#tests/support/browser/error-watch.ts';
import { delayResponses } from '#tests/support/browser/network.ts';
import { expect, test } from '#tests/support/browser/test.ts';
import { E2E_PASSWORD, uniqueWord } from '#tests/support/browser/users.ts';

/** Opens a page whose first script does not arrive before the function is called. */
async function openBeforeScript(page: Page, path: string): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route('**/assets/browser-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return held.resolve;
}

test('taps before the script of a page has loaded look pressed, and take effect once', async ({
  browse,
  person,
}) => {
  const seller = await person('Ann Seller');
  const title = `Early Taps ${uniqueWord()}`;
  const { id } = await seller.list({ title });
  const page = await browse(await person(), { permissions: ['clipboard-read', 'clipboard-write'] });
  const saved = countRequests(page, /^POST \/api\/favorites\/toggle/);
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(globalThis, { shared });
    Object.defineProperty(navigator, 'share', {
      value: async ({ url }: { url: string }) => void shared.push(url),
    });
  });
  const release = await openBeforeScript(page, `/book/${id}`);
  const favorite = page.getByRole('button', { name: 'Favorite' });
  await favorite.click();
  await favorite.click();
  await page.getByRole('button', { name: 'Share' }).click();
  const pressed = page.locator('[data-early]');
  await expect(pressed).toHaveCount(2);
  await expect(favorite).toHaveAttribute('aria-pressed', 'false');
  release();
  await expect(favorite).toHaveAttribute('aria-pressed', 'true');
  await expect(pressed).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => (globalThis as { shared?: string[] }).shared)).toHaveLength(1);
  await page.waitForLoadState('networkidle');
  expect(saved()).toBe(1);

  // Once the script is there, a tap is not kept.
  await favorite.click();
  await expect(favorite).toHaveAttribute('aria-pressed', 'false');
});

test('Contact Seller, tapped before the script has loaded, leads a visitor to sign in', async ({
  page,
  person,
}) => {
  const seller = await person('Ann Seller');
  const title = `Early Taps ${uniqueWord()}`;
  const { id } = await seller.list({ title });
  const release = await openBeforeScript(page, `/book/${id}`);
  await page.getByRole('button', { name: 'Contact Seller' }).click();
  await expect(page).toHaveURL(`/book/${id}`);
  release();
  await expect(page).toHaveURL('/sign-in');
  await expect(page.getByRole('main')).toContainText(`Sign in to ask about ${title}.`);
});

test('a sign-in that was tapped before the script has loaded is sent once, and a page whose script a lost connection has stopped loads again', async ({
  page,
  context,
  person,
  watch,
}) => {
  watch.allow(/net::ERR_INTERNET_DISCONNECTED/);
  const student = await person();
  const sent = countRequests(page, /^POST \/api\/auth\/sign-in\/email/);
  const release = await openBeforeScript(page, '/sign-in');
  await page.getByLabel('Email').fill(student.email);
  await page.getByLabel('Password', { exact: true }).fill(E2E_PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  const submit = page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true });
  await submit.click();
  await expect(submit).toHaveAttribute('data-early');
  // What is typed after the tap is not sent by it.
  await page.getByLabel('Email').pressSequentially('!');
  await expect(submit).not.toHaveAttribute('data-early');
  await page.getByLabel('Email').press('Backspace');
  await submit.click();
  await expect(page).toHaveURL('/sign-in');
  expect(sent()).toBe(0);
  release();
  await expect(page).toHaveURL('/');
  expect(sent()).toBe(1);

  const fail = await openBeforeScript(page, '/sign-in');
  await context.setOffline(true);
  const failed = page.waitForEvent('requestfailed', (request) => /browser-.*\.js$/.test(request.url()));
  fail();
  await failed;
  await page.unroute('**/assets/browser-*.js');
  await context.setOffline(false);
  await expect(page.locator('[data-needs-script]')).toHaveCount(0);
});

test('a favorite tapped before the session is known is saved, even after another book has been opened; Back and a reload keep the place', async ({
  browse,
  person,
}) => {
  const word = uniqueWord();
  for (const name of ['Ann Seller', 'Ben Seller', 'Cleo Seller']) {
    const seller = await person(name);
    for (let copy = 0; copy < 10; copy += 1) await seller.list({ title: `Early ${copy} ${word}` });
  }
  const page = await browse(await person());
  const saved = countRequests(page, /^POST \/api\/favorites\/toggle/);
  const releaseToken = await delayResponses(page, '**/api/auth/token');
  const release = await openBeforeScript(page, `/?search=${word}`);
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(20);
  await page.evaluate(() => scrollTo(0, 500));
  const heart = cards.nth(5).getByRole('button', { name: /^Favorite/ });
  await heart.click();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(300);
  release();
  await expect(page.locator('[data-early]')).toHaveCount(0);
  await cards.nth(6).getByRole('link').click();
  await expect(page).toHaveURL(/\/book\//);
  expect(saved()).toBe(0);
  await releaseToken();
  await expect.poll(saved).toBe(1);
  await page.goBack();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  expect(await page.evaluate(() => scrollY)).toBe(place);

  // A reload begins with the first twenty books.
  await expect(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await expect(cards).toHaveCount(30, { timeout: 500 });
  }).toPass();
  await page.evaluate(() => scrollTo(0, 3_000));
  await page.reload();
  await expect(cards).toHaveCount(30);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(3_000);
});
