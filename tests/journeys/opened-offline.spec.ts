import type { Page, Worker } from '@playwright/test';
import { uniqueWord } from '../support/journey-people.ts';
import { expect, open, test } from '../support/journey-test.ts';

const allowed = { serviceWorkers: 'allow' } as const;

/** The worker is there a few seconds after the first page. */
async function workerOf(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page.context().serviceWorkers()[0]!;
}

const notThere = (page: Page) => page.getByRole('heading', { name: 'This page is not on your device yet' });

/** Pages and worker reach nothing any more, or everything again. (The browser's own switch leaves out the worker.) */
async function cutOff(page: Page, worker: Worker, isCutOff: boolean): Promise<void> {
  await worker.evaluate((off) => {
    const scope = globalThis as typeof globalThis & { fetched?: typeof fetch };
    scope.fetched ??= scope.fetch;
    scope.fetch = off ? () => Promise.reject(new TypeError('Cut off')) : scope.fetched;
  }, isCutOff);
  await page.context().setOffline(isCutOff);
}

test('what is first wanted without a connection takes nothing away, and comes with it', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module/);
  const page = await browse(await person('Ann Reader'), allowed);
  await open(page, '/');
  const worker = await workerOf(page);
  const titled = (name: string) => page.getByRole('heading', { name, exact: true });
  const place = (name: string) => page.getByRole('navigation').getByRole('link', { name });
  await cutOff(page, worker, true);
  await place('Profile').click();
  await expect(titled('Profile')).toBeVisible();
  // Nobody has pointed at anything yet: what draws the words has never been fetched.
  await page.locator('[data-tip]').first().hover();
  await expect(page.locator('.tip')).toBeVisible();

  await page.getByRole('link', { name: 'Help & Support' }).click();
  await expect(notThere(page)).toBeVisible();
  await place('Home').click();
  await expect(page.getByRole('searchbox')).toBeVisible();
  await page.goBack();
  await expect(notThere(page)).toBeVisible();
  await cutOff(page, worker, false);
  await expect(titled('Help & Support')).toBeVisible();
});

test('the page that stands in for another gives way to it once that can be fetched', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const ann = await person('Ann Seller');
  const unread = await ann.list({ title: `Never opened ${uniqueWord()}` });
  const page = await browse(ann, allowed);
  await open(page, '/');
  const worker = await workerOf(page);
  await cutOff(page, worker, true);
  await page.goto(`/book/${unread.id}`);
  await expect(notThere(page)).toBeVisible();
  await cutOff(page, worker, false);
  await expect(page.getByRole('heading', { name: unread.title })).toBeVisible();
});
