import type { Page, Worker } from '@playwright/test';

/** The service worker that controls the page; it takes over a few seconds after the first load. */
export async function serviceWorkerOf(page: Page): Promise<Worker> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return page.context().serviceWorkers()[0]!;
}

/** Takes page and worker offline or online. (Playwright's own switch does not affect the worker.) */
export async function setOfflineWithWorker(page: Page, worker: Worker, isCutOff: boolean): Promise<void> {
  await worker.evaluate((off) => {
    const scope = globalThis as typeof globalThis & { fetched?: typeof fetch };
    scope.fetched ??= scope.fetch;
    scope.fetch = off ? () => Promise.reject(new TypeError('Cut off')) : scope.fetched;
  }, isCutOff);
  // Last, because the page refetches as soon as it is online.
  await page.context().setOffline(isCutOff);
}

/** The page that replaces one that is not cached. */
export const offlineFallback = (page: Page) => page.getByRole('heading', { name: 'Not available offline' });
