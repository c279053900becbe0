/** Accessibility checks: axe, horizontal overflow, visible focus, target size. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

declare global {
  interface Window {
    shifted: number;
  }
}

const widths = [360, 390, 400];

/** A label must begin with the words that are seen: users of speech input say those. */
const MORE_RULES = { 'target-size': { enabled: true }, 'label-content-name-mismatch': { enabled: true } };

type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

const describeViolations = (violations: Violations): string[] =>
  violations
    .flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
    )
    // Partly below a sticky bar: scrolling reveals it.
    .filter((line) => !/^target-size.*partially obscured/s.test(line));

/** What fades has other colors meanwhile. */
const isFading = () =>
  document
    .getAnimations()
    .some(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations === 1);

/**
 * Fails on any axe violation (including targets below 24 px) and on anything wider than a phone, also with
 * text of twice the size. With `colors` only checks colors: a second theme has the same layout.
 */
export async function expectAccessible(page: Page, screen: string, colors = false): Promise<void> {
  await expect.poll(() => page.evaluate(isFading)).toBe(false);
  // The default merges results in a separate page, to support cross-origin frames, and takes twice the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  if (colors) axe.withRules(['color-contrast', 'link-in-text-block']);
  else axe.options({ rules: MORE_RULES });
  const { violations } = await axe.analyze();
  expect.soft(describeViolations(violations), `axe on ${screen}`).toEqual([]);
  if (colors) return;
  expect.soft(await sharedNames(page), `icon buttons of one name on ${screen}`).toEqual([]);
  const before = page.viewportSize()!;
  for (const width of widths) {
    await page.setViewportSize({ ...before, width });
    expect.soft(await tooWide(page), `${screen}, ${width} px wide`).toEqual([]);
  }
  await page.setViewportSize(before);
  await setTextSize(page, '200%');
  expect.soft(await tooWide(page), `${screen}, text of 200 %`).toEqual([]);
  expect.soft(await crowdedButtons(page), `buttons on ${screen}, text of 200 %`).toEqual([]);
  await setTextSize(page, '');
}

/** What long texts may break: everything but colors, at this width. With `part` axe looks at that only. */
export async function expectFits(page: Page, screen: string, part = 'html'): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1).include(part);
  axe.options({ rules: { 'target-size': { enabled: true }, 'color-contrast': { enabled: false } } });
  const { violations } = await axe.analyze();
  expect.soft(describeViolations(violations), `axe on ${screen}`).toEqual([]);
  expect.soft(await tooWide(page), `${screen}, ${page.viewportSize()!.width} px wide`).toEqual([]);
  expect.soft(await crowdedButtons(page), `buttons on ${screen}`).toEqual([]);
  expect.soft(await cutBeginnings(page), `texts on ${screen} without their beginning`).toEqual([]);
}

export const setTextSize = (page: Page, size: string): Promise<void> =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

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

/** Elements that overflow the window at the end of its lines, outside of their own scroll containers. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isRightToLeft = document.dir === 'rtl';
    const isOut = ({ left, right }: DOMRect) => (isRightToLeft ? left < -0.5 : right > innerWidth + 0.5);
    const scrolls = (element: Element): boolean => {
      for (let up = element.parentElement; up !== null && up !== document.body; up = up.parentElement) {
        if (getComputedStyle(up).overflowX !== 'visible') return true;
      }
      return false;
    };
    const name = (element: Element) => `${element.tagName}.${[...element.classList].join('.')}`;
    const page = document.documentElement;
    const out = [...document.body.querySelectorAll('*')].filter(
      (element) => isOut(element.getBoundingClientRect()) && !scrolls(element),
    );
    return [...(page.scrollWidth > innerWidth ? ['the page'] : []), ...out.map(name)];
  });

/** Shortened texts that run in the other direction than their first letter: their beginning is cut, not their end. */
const cutBeginnings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isArabic = (letter: string) => /[\u0591-\u08ff]/.test(letter);
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((one) => one.scrollWidth > one.clientWidth && getComputedStyle(one).textOverflow === 'ellipsis')
      .filter((one) => {
        const [letter] = /\p{L}/u.exec(one.innerText) ?? [];
        // Texts of the pseudo-languages are in Latin letters in both directions.
        return (
          letter &&
          !one.innerText.startsWith('[') &&
          (isArabic(letter) ? 'rtl' : 'ltr') !== getComputedStyle(one).direction
        );
      })
      .map((one) => one.innerText);
  });

/** Buttons whose label is wider than they are, and buttons that lie over their neighbor. */
const crowdedButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isButton = (one: Element) =>
      one.matches('button') || getComputedStyle(one).display.startsWith('inline-');
    const all = [...document.querySelectorAll('button, a')].filter(
      (one) => isButton(one) && one.checkVisibility({ visibilityProperty: true }),
    );
    const boxes = new Map(all.map((one) => [one, one.getBoundingClientRect()]));
    const isOver = (one: Element, other: Element) => {
      const [a, b] = [boxes.get(one)!, boxes.get(other)!];
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      return across > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    };
    const name = (one: Element) => one.ariaLabel ?? one.textContent;
    // Others have an icon only.
    const labeled = all.filter((one) => one.ariaLabel === null);
    const cut = labeled.filter((one) => one.scrollWidth > one.clientWidth + 1);
    const covered = all.filter((one) =>
      all.some((other) => other !== one && other.parentElement === one.parentElement && isOver(one, other)),
    );
    return [
      ...cut.map((one) => `${name(one)}: ${one.scrollWidth} in ${one.clientWidth} px`),
      ...covered.map((one) => `${name(one)}: over its neighbor`),
    ];
  });

/**
 * Names that several icon buttons of the content share: a screen reader's list of buttons shows names only.
 * Those of messages belong to the message that has the focus.
 */
const sharedNames = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const all = document.querySelectorAll('main :is(button, a)[aria-label]:has(> svg:only-child)');
    const icons = [...all].filter((one) => one.checkVisibility() && one.closest('[role="log"]') === null);
    return icons.map((one) => one.ariaLabel!).filter((name, at, names) => names.indexOf(name) !== at);
  });

/** The contrast of an element's text to its own background, as it is painted. */
export const textContrast = (element: Locator): Promise<number> =>
  element.evaluate((at) => {
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const luminance = (color: string) => {
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((byte) =>
        byte / 255 <= 0.04045 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4,
      );
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    for (let up: Element | null = at; up !== null; up = up.parentElement)
      if (getComputedStyle(up).opacity !== '1') throw new Error(`${up.className} is not opaque`);
    const { color, backgroundColor } = getComputedStyle(at);
    const [dark, light] = [luminance(color), luminance(backgroundColor)].toSorted((a, b) => a - b);
    return (light! + 0.05) / (dark! + 0.05);
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
