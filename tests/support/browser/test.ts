/** The journeys' test function: users, their browsers, and a watch for errors in them. */
import { type BrowserContextOptions, type Page, expect, test as base } from '@playwright/test';
import { markInterstitialSeen } from './interstitials.ts';
import { type E2eUser, createUser } from './users.ts';
import { ErrorWatch } from './error-watch.ts';

interface Journeys {
  /** Whether the ad before the listing form shows; otherwise it counts as seen. */
  beforeForm: boolean;
  /** Fails the test on errors that were not allowed. */
  watch: ErrorWatch;
  /** A new user with an account. */
  person: (name?: string) => Promise<E2eUser>;
  /** A separate browser: a user's, or a visitor's. */
  browse: (person?: E2eUser | null, options?: BrowserContextOptions) => Promise<Page>;
}

export const test = base.extend<Journeys>({
  beforeForm: [false, { option: true }],
  context: async ({ context, beforeForm }, use) => {
    if (!beforeForm) await markInterstitialSeen(context);
    await use(context);
  },
  watch: [
    async ({ context }, use) => {
      const watch = new ErrorWatch();
      watch.over(context);
      await use(watch);
      expect(watch.trouble, 'unexpected errors').toEqual([]);
    },
    { auto: true },
  ],
  person: async ({ baseURL }, use) => use((name = 'Robin Reader') => createUser(baseURL!, name)),
  browse: async ({ browser, watch, beforeForm }, use) => {
    const opened: { close(): Promise<void> }[] = [];
    await use(async (person, options = {}) => {
      const context = await browser.newContext({ ...(person && { storageState: person.state }), ...options });
      opened.push(context);
      if (!beforeForm) await markInterstitialSeen(context);
      watch.over(context);
      return context.newPage();
    });
    for (const context of opened) await context.close();
  },
});

export { expect };

/**
 * Opens a page and waits for hydration. Clicks before that are lost on any server-rendered page; journeys
 * about that moment use `page.goto`.
 */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.getElementById('root') ?? {}).some((key) => key.startsWith('__reactContainer')),
  );
}

/** The visible toast; there is at most one. */
export const currentToast = (page: Page, region: string | RegExp = /Notifications/) =>
  page.getByRole('region', { name: region }).getByRole('listitem');
