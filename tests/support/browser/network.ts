/** Delays or fails responses. */
import type { Page, Route } from '@playwright/test';

/** Holds matching requests back. The returned function releases them, and later ones pass. */
export async function delayResponses(page: Page, path: string | RegExp): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>();
  // It stays: a route that is gone before the response leaves its request without one.
  await page.route(path, (route) => released.promise.then(() => route.fallback()));
  return async () => released.resolve();
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
