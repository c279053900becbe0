/** Accessibility checks: axe, horizontal overflow, visible focus, target size. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    shifted: number;
  }
}

const widths = [360, 390, 400];

/**
 * Fails on any axe violation (including targets below 24 px) and on anything wider than a phone. With
 * `colours` only checks colors: a second theme has the same layout.
 */
export async function expectAccessible(page: Page, screen: string, colours = false): Promise<void> {
  // The default merges results in a separate page, to support cross-origin frames, and takes twice the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  if (colours) axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  const found = violations
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    )
    // Partly below a sticky bar: scrolling reveals it.
    .filter((line) => !/^target-size.*partially obscured/s.test(line));
  expect.soft(found, `axe on ${screen}`).toEqual([]);
  if (colours) return;
  const before = page.viewportSize()!;
  for (const width of widths) {
    await page.setViewportSize({ ...before, width });
    expect.soft(await tooWide(page), `${screen}, ${width} px wide`).toEqual([]);
  }
  await page.setViewportSize(before);
}

/** Checks the same page in both themes, with a screenshot of each if one is requested. */
export async function expectAccessibleInBothThemes(
  page: Page,
  screen: string,
  picture?: (name: string) => string,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page, screen, colorScheme === 'dark');
    if (picture) await page.screenshot({ path: picture(`${screen}, ${colorScheme}.png`), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Elements that overflow the window to the right, outside of their own scroll containers. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scrolls = (element: Element): boolean => {
      for (let up = element.parentElement; up !== null && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return true;
      }
      return false;
    };
    const name = (element: Element) => `${element.tagName}.${[...element.classList].join('.')}`;
    const page = document.documentElement;
    const out = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !scrolls(element),
    );
    return [...(page.scrollWidth > innerWidth ? ['the page'] : []), ...out.map(name)];
  });

/** The cumulative layout shift since the page was opened. */
export async function measureLayoutShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[]) {
        if (!entry.hadRecentInput) window.shifted += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => window.shifted);
}

/** Whether the focused element shows its focus. */
export const isFocusVisible = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const shows = (element: Element | null) => {
      if (element === null) return false;
      const style = getComputedStyle(element);
      return (
        (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none'
      );
    };
    const focused = document.activeElement;
    if (focused === null || focused === document.body || !focused.matches(':focus-visible')) return false;
    // Some elements show the focus on their container: a card, or a box with an icon.
    for (let at: Element | null = focused; at !== null && at !== document.body; at = at.parentElement) {
      if (shows(at)) return true;
    }
    return [...focused.children].some(shows) || getComputedStyle(focused, '::after').outlineStyle !== 'none';
  });
