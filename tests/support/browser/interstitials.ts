/** Interstitial ads: skips them, or marks them as seen. */
import { type BrowserContext, type Page, expect } from '@playwright/test';

export const BEFORE_FORM_TITLE = 'Study Smart, Save Money!';
export const BEFORE_POST_TITLE = 'Boost Your Listing!';

export const interstitial = (page: Page, title: string | RegExp) => page.getByRole('dialog', { name: title });

/** Marks the ad before the listing form as seen in this session. */
export const markInterstitialSeen = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // The initial blank page has no storage.
    if (location.protocol !== 'about:') sessionStorage.setItem('bookswap:pre-listing-seen', '1');
  });

/** Freezes the clock in pages that are opened from now on; only `lookAwayFor` advances it. */
export const freezeClock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    performance.now = () => 0;
  });

/** Advances the clock while the tab is hidden, then shows the tab again. */
export const lookAwayFor = (page: Page, milliseconds: number): Promise<void> =>
  page.evaluate((away) => {
    const now = performance.now.bind(performance);
    performance.now = () => now() + away;
    document.dispatchEvent(new Event('visibilitychange'));
  }, milliseconds);

/** Closes the visible ad as soon as that is possible. */
export async function skipInterstitial(
  page: Page,
  title = BEFORE_POST_TITLE,
  leave = 'Continue',
): Promise<void> {
  await expect(interstitial(page, title)).toBeVisible();
  await lookAwayFor(page, 5_000);
  await interstitial(page, title).getByRole('button', { name: leave }).click();
  await expect(interstitial(page, title)).toBeHidden();
}
