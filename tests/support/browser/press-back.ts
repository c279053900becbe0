import type { Page } from '@playwright/test';

/** The browser's Back, without waiting for a navigation: a dialog may take it. */
export async function pressBack(page: Page): Promise<void> {
  const history = await page.context().newCDPSession(page);
  const { currentIndex, entries } = await history.send('Page.getNavigationHistory');
  await history.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]!.id });
  await history.detach();
}
