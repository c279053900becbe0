/** The test function of the journeys: people, their browsers, and a watch over everything that goes wrong in these. */
import { type BrowserContextOptions, type Page, expect, test as base } from '@playwright/test';
import { markInterstitialSeen } from './interstitials.ts';
import { type E2eUser, createUser } from './users.ts';
import { ErrorWatch } from './error-watch.ts';

interface Journeys {
  /** Whether the advertisement before the form of a listing is shown; else it counts as seen. */
  beforeForm: boolean;
  /** Fails the test for what goes wrong and was not allowed. */
  watch: ErrorWatch;
  /** Somebody new, with an account. */
  person: (name?: string) => Promise<E2eUser>;
  /** A browser of its own: somebody's, or a visitor's. */
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
      expect(watch.trouble, 'What went wrong on the way').toEqual([]);
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
 * Opens a page and waits until it answers to clicks. What a reader does before that is lost in any page that the server has rendered;
 * the journeys that are about just this moment use `page.goto`.
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

/** The toast that stands at the moment: there is one at most. */
export const currentToast = (page: Page) =>
  page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');
