import type { BrowserContextOptions, Page } from '@playwright/test';
import type { Language } from '#platform/shared/texts/languages.ts';
import { expectFits } from '#tests/support/browser/accessibility.ts';
import { type Screen, screensOf } from '#tests/support/browser/languages/all-screens.ts';
import { fillGreekCampus, type GreekCampus } from '#tests/support/browser/languages/greek-campus.ts';
import { findLiteralTexts } from '#tests/support/browser/languages/literal-texts.ts';
import {
  loadPseudoTexts,
  pseudoLocale,
  pseudoTexts,
} from '#tests/support/browser/languages/pseudo-languages.ts';
import { E2eServer } from '#tests/support/browser/server.ts';
import { expect, test, waitForHydration } from '#tests/support/browser/test.ts';
import type { E2eUser } from '#tests/support/browser/users.ts';

const OVERLAY = 'dialog[open], [role=dialog], [role=menu]';
const TOAST = 'ol[popover] > li';

// Snapshots of so many steps take their time, and what is found names its place.
test.use({ trace: 'off' });
test.describe.configure({ mode: 'parallel' });

let server: E2eServer;
let campus: GreekCampus;
test.beforeAll(async () => {
  server = await E2eServer.start({ CAMPUS_LANGUAGES: 'en,ar', ISBN_LOOKUP: 'off', ...pseudoTexts });
  campus = await fillGreekCampus(server);
});
test.afterAll(() => server.stop());

test('en-XA: longer texts', async ({ browse, watch }) => {
  test.setTimeout(300_000);
  watch.allow(/^404 GET|^402 POST .*\/authenticate$/);
  await visitAll('en', browse);
});

test('ar-XB: from right to left', async ({ browse, watch }) => {
  test.setTimeout(300_000);
  watch.allow(/^404 GET|^402 POST .*\/authenticate$/);
  await visitAll('ar', browse);
});

type Browse = (person?: E2eUser | null, options?: BrowserContextOptions) => Promise<Page>;

async function visitAll(language: Language, browse: Browse): Promise<void> {
  const locale = pseudoLocale(language);
  const open = async (person: E2eUser | null) => {
    const viewport = { width: 320, height: 640 };
    const page = await browse(person, {
      baseURL: server.url,
      locale: language,
      viewport,
      reducedMotion: 'reduce',
    });
    await loadPseudoTexts(page);
    return page;
  };
  const { visitor, buyer, seller, admin } = screensOf(locale, campus);
  await lookAt(await open(null), visitor);
  await lookAt(await open(campus.buyer), buyer);
  await lookAt(await open(campus.seller), seller);
  await lookAt(await open(campus.admin), admin);
}

async function lookAt(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path, shown, states = [], isStatic } of screens) {
    await test.step(path, async () => {
      await page.goto(path, { waitUntil: 'domcontentloaded' });
      if (!isStatic) await waitForHydration(page);
      // With a connection it looks for the page that it stands for, every few seconds.
      await page.context().setOffline(isStatic === true);
      await expect(page.getByText(shown).first()).toBeVisible();
      await check(page, path);
      for (const [at, act] of states.entries()) {
        const leave = (await act(page)) ?? (() => page.keyboard.press('Escape'));
        const overlay = page.locator(OVERLAY);
        const other = page.locator(`[aria-invalid=true], ${TOAST}`);
        await expect(overlay.or(other).first()).toBeVisible();
        await check(page, `${path}, state ${at + 1}`, await partOf(page));
        await leave();
        await expect(overlay).toHaveCount(0);
      }
      await page.context().setOffline(false);
    });
  }
}

/** What is new on the page. */
async function partOf(page: Page): Promise<string> {
  for (const part of [OVERLAY, TOAST]) if ((await page.locator(part).count()) > 0) return part;
  return 'main';
}

async function check(page: Page, screen: string, part?: string): Promise<void> {
  expect.soft(await findLiteralTexts(page), `literal texts of ${screen}`).toEqual([]);
  await expectFits(page, screen, part);
}
