import type { Page } from '@playwright/test';
import { expectAccessible, measureLayoutShift } from '#tests/support/browser/accessibility.ts';
import { createUser, uniqueWord } from '#tests/support/browser/users.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { expect, openHydrated, test, waitForHydration } from '#tests/support/browser/test.ts';
import { countRequests } from '#tests/support/browser/error-watch.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Advertisement' });

const script = 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js*';
/** Fills every slot that it is given, like the real script. */
const stub = `for (const place of document.querySelectorAll('ins.adsbygoogle')) {
  place.dataset.adStatus = 'filled'; place.textContent = 'Buy this';
}`;
let server: E2eServer;
let bookId: string;
test.beforeAll(async () => {
  server = await E2eServer.start({
    ADSENSE_PUBLISHER_ID: 'pub-1234567890123456',
    ADSENSE_SLOT_ID: '1234567890',
  });
  bookId = (await (await createUser(server.url, 'Ann Seller')).list({ title: `Seen ${uniqueWord()}` })).id;
});
test.afterAll(() => server.stop());

test('Google’s ads show while they are allowed, and only then', async ({ browse }) => {
  const page = await browse(null, { baseURL: server.url });
  let loaded = 0;
  await page.route(script, (route) => {
    loaded += 1;
    return route.fulfill({
      contentType: 'text/javascript',
      headers: { 'access-control-allow-origin': '*' },
      body: stub,
    });
  });
  const shifted = await measureLayoutShift(page);
  await openHydrated(page, `/book/${bookId}`);
  const question = banner(page).getByRole('group', { name: 'Show ads from Google?' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'the question about Google, large');
  await openHydrated(page, '/');
  await expect(question).toBeVisible();
  await expectAccessible(page, 'the question about Google');
  expect(loaded).toBe(0);
  await question.getByRole('button', { name: 'Allow' }).press('Enter');
  await expect(banner(page).getByText('Buy this')).toBeVisible();
  await expect(banner(page)).toBeFocused();
  const place = banner(page).locator('ins');
  await expect(place).toHaveAttribute('data-ad-client', 'ca-pub-1234567890123456');
  await expect(place).toHaveAttribute('data-ad-slot', '1234567890');
  expect(await place.boundingBox()).toMatchObject({ width: 320, height: 50 });
  expect(loaded).toBe(1);
  expect(await shifted()).toBe(0);

  await openHydrated(page, '/privacy');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Google ads are off for this device.')).toBeVisible();
  await expectAccessible(page, 'privacy with Google');
  await openHydrated(page, '/');
  await expect(banner(page).getByRole('link', { name: /Done with a book/ })).toBeVisible();
  await expect(place).toHaveCount(0);
  expect(loaded).toBe(1);
});

test('blocked ads leave their slot to the product’s own', async ({ browse, watch }) => {
  watch.allow(/googlesyndication|^failed GET \/pagead/);
  const page = await browse(null, { baseURL: server.url });
  await page.route(script, (route) => route.abort());
  await openHydrated(page, '/');
  await banner(page).getByRole('button', { name: 'Allow' }).click();
  await expect(banner(page).getByRole('link', { name: /Done with a book/ })).toBeVisible();
});

test('payment pages load as full documents without Google’s ads, also on the way back', async ({
  browse,
}) => {
  const student = await createUser(server.url, 'Paula Payer');
  const page = await browse(student, { baseURL: server.url });
  const documents = countRequests(page, /^GET \/(subscribe|book\/[0-9a-f-]+)$/);
  await openHydrated(page, `/book/${bookId}`);
  await banner(page).getByRole('button', { name: 'No thanks' }).click();
  await banner(page)
    .getByRole('link', { name: /Go Ad-Free/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Go Ad-Free' }).first()).toBeVisible();
  expect(documents()).toBe(2);
  await expect.poll(() => page.locator('#state').textContent()).toContain('"payments"');
  await waitForHydration(page);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Seen/);
  await expect(banner(page).getByRole('link')).toBeVisible();
  await expect.poll(() => page.locator('#state').textContent()).toContain('"ordinary"');
  await expect.poll(documents).toBe(3);
});
