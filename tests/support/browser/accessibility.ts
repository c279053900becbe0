/** Whether a screen can be used by everybody: what axe finds, what is too wide, what cannot be seen or hit. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    shifted: number;
  }
}

const widths = [360, 390, 400];

/**
 * Nothing wrong for axe, targets of 24 px included, and nothing wider than a phone. With `colours` only what depends on these is
 * looked at: another scheme has the same form.
 */
export async function expectAccessible(page: Page, screen: string, colours = false): Promise<void> {
  // The other way puts what was found together in a page of its own, for frames of elsewhere: twice the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  if (colours) axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  const found = violations
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    )
    // Half below a bar that stays: it comes out when the reader scrolls.
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

/** The same on both grounds, of the very same page; with a picture of each where one is wanted. */
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

/** Elements that reach out of the window to the right; what scrolls by itself may. */
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

/** How much the page has moved by itself since it was opened: the sum of its layout shifts. */
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

/** Whether what has the focus shows it. */
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
    // Some show it around what they belong to: a card, a box with an icon.
    for (let at: Element | null = focused; at !== null && at !== document.body; at = at.parentElement) {
      if (shows(at)) return true;
    }
    return [...focused.children].some(shows) || getComputedStyle(focused, '::after').outlineStyle !== 'none';
  });
