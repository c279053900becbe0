/** Delays or fails responses. */
import type { Page, Route } from '@playwright/test';

/** Holds matching requests back. The returned function releases them. */
export async function delayResponses(page: Page, path: string | RegExp): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const responses: Promise<unknown>[] = [];
  const wait = (route: Route) => {
    const passed = released.then(() => route.fallback());
    responses.push(passed.then(() => route.request().response()).catch(() => null));
    return passed;
  };
  await page.route(path, wait);
  return async () => {
    release();
    // A route that is gone before the response leaves its request without one.
    await Promise.all(responses);
    await page.unroute(path, wait);
  };
}

/** Fails matching requests. The returned function restores them. */
export async function failResponses(
  page: Page,
  path: string | RegExp,
  status = 500,
): Promise<() => Promise<void>> {
  const refuse = (route: Route) =>
    route.fulfill({
      status,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status, code: 'internal-error', detail: 'Something went wrong.' }),
    });
  await page.route(path, refuse);
  return () => page.unroute(path, refuse);
}
