import type { Page, Worker } from '@playwright/test';

/** The service worker that answers for the page: it is there a few seconds after the first one. */
export async function serviceWorkerOf(page: Page): Promise<Worker> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page.context().serviceWorkers()[0]!;
}

/** Page and worker reach nothing any more, or everything again. (The browser's own switch leaves out the worker.) */
export async function setOfflineWithWorker(page: Page, worker: Worker, isCutOff: boolean): Promise<void> {
  await worker.evaluate((off) => {
    const scope = globalThis as typeof globalThis & { fetched?: typeof fetch };
    scope.fetched ??= scope.fetch;
    scope.fetch = off ? () => Promise.reject(new TypeError('Cut off')) : scope.fetched;
  }, isCutOff);
  // Last: the page asks again at once when it hears of it.
  await page.context().setOffline(isCutOff);
}

/** The page that stands in for one that is not on the device. */
export const offlineFallback = (page: Page) =>
  page.getByRole('heading', { name: 'This page is not on your device yet' });
