/** The advertisements over the whole screen: getting past them without waiting, or having seen them. */
import { type BrowserContext, type Page, expect } from '@playwright/test';

export const beforeForm = 'Study Smart, Save Money!';
export const beforePost = 'Boost Your Listing!';

export const interstitial = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title });

/** As if the one before the form had been seen in this session. */
export const markInterstitialSeen = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // The blank page that a browser begins with has no storage.
    if (location.protocol !== 'about:') sessionStorage.setItem('bookswap:pre-listing-seen', '1');
  });

/** In the pages that are opened from now on time stands still but for `lookAwayFor`, however long a test takes. */
export const freezeClock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    performance.now = () => 0;
  });

/** Time goes on while the tab is hidden; then its reader comes back. */
export const lookAwayFor = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((away) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + away;
    document.dispatchEvent(new Event('visibilitychange'));
  }, milliseconds);

/** Past the one that stands, as soon as it lets go. */
export async function skipInterstitial(page: Page, title = beforePost): Promise<void> {
  await expect(interstitial(page, title)).toBeVisible();
  await lookAwayFor(page, 5_000);
  await interstitial(page, title).getByRole('button', { name: 'Continue' }).click();
  await expect(interstitial(page, title)).toBeHidden();
}
