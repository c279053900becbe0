import type { Page, Route } from '@playwright/test';
import { expectAccessible, measureLayoutShift } from '#tests/support/browser/accessibility.ts';
import {
  BEFORE_FORM_TITLE,
  BEFORE_POST_TITLE,
  interstitial,
  lookAwayFor,
  skipInterstitial,
  freezeClock,
} from '#tests/support/browser/interstitials.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast, waitForHydration } from '#tests/support/browser/test.ts';
import { countRequests } from '#tests/support/browser/error-watch.ts';

const banner = (page: Page) => page.getByRole('complementary', { name: 'Advertisement' });
const post = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Post' });

async function write(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Author').fill('Ada Author');
  await page.getByLabel('Condition').selectOption('Fair');
  await page.getByLabel('Price').fill('10');
}

/** Whether an ad was visible at any change of the pages loaded from now on. */
async function watchAds(page: Page): Promise<() => Promise<boolean>> {
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const ads = [...document.querySelectorAll('aside[aria-label="Advertisement"]')];
      if (!ads.some((ad) => ad.checkVisibility())) return;
      observer.disconnect();
      document.documentElement.dataset.adWasVisible = '';
    });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
  });
  return () => page.evaluate(() => 'adWasVisible' in document.documentElement.dataset);
}

/** The server's response for a user whose ad-free time ends at that date. */
const paidUntil = (until: () => Date) => async (route: Route) => {
  const answer = await route.fetch();
  const user = (await answer.json()) as object;
  await route.fulfill({
    response: answer,
    json: { ...user, isAdFreeSubscriber: true, subscriptionExpiresAt: until().toISOString() },
  });
};

test.describe('before the listing form', () => {
  test.use({ beforeForm: true });

  test('an ad shows once per session and can be closed after five seconds', async ({ browse, person }) => {
    const page = await browse(await person());
    await freezeClock(page);
    await openHydrated(page, '/add-listing');
    const advertisement = interstitial(page, BEFORE_FORM_TITLE);
    await expect(advertisement).toBeVisible();
    await expect(advertisement).toHaveAccessibleDescription(/Textbooks up to 80% off/);
    const [skip, go] = ['Skip ×', 'Continue'].map((name) => advertisement.getByRole('button', { name }));
    await expect(skip!).toBeDisabled();
    await expect(go!).toBeDisabled();
    await expectAccessible(page, 'the advertisement before the form');
    // The ad is in the page once, and nothing behind it can get the focus.
    for (const key of ['Escape', 'Escape', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await expect(advertisement).toBeVisible();
    expect(await page.evaluate(() => document.activeElement?.closest('main'))).toBeNull();
    // The keyboard reaches the disabled buttons and keeps its position when they become enabled.
    await go!.focus();
    await expect(go!).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(advertisement).toBeVisible();

    await lookAwayFor(page, 3_000);
    await expect(advertisement.getByRole('timer')).toHaveAccessibleName('2 seconds');
    await expect(skip!).toBeDisabled();
    await lookAwayFor(page, 2_000);
    await expect(go!).toBeEnabled();
    await expect(advertisement.getByRole('status')).toHaveText('You can continue.');
    await expectAccessible(page, 'the advertisement before the form, over');
    await expect(go!).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await expect(skip!).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(advertisement).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();

    await page.reload();
    await expect(page.getByLabel('Title')).toBeVisible();
    await openHydrated(page, '/add');
    await expect(page.getByLabel('Title')).toBeVisible();
    await expect(advertisement).toBeHidden();
  });
});

test.describe('before a listing is posted', () => {
  test('an ad shows once, and the listing is posted after it', async ({ browse, person }) => {
    const title = `The ${uniqueWord()} Reader`;
    const page = await browse(await person());
    const posts = countRequests(page, /^POST \/api\/books$/);
    await freezeClock(page);
    await openHydrated(page, '/add-listing');
    // Validation errors show without waiting for the ad.
    await post(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused();
    await write(page, title);
    await post(page).dblclick();
    const advertisement = interstitial(page, BEFORE_POST_TITLE);
    await expect(advertisement).toBeVisible();
    await expectAccessible(page, 'the advertisement before the post');
    // Escape and Android's Back go back to the form, also when the time is over.
    await page.keyboard.press('Escape');
    await expect(advertisement).toBeHidden();
    await post(page).click();
    await expect(advertisement).toBeVisible();
    await lookAwayFor(page, 5_000);
    await expect(advertisement.getByText('You can continue.')).toBeAttached();
    await page.keyboard.press('Escape');
    await expect(advertisement).toBeHidden();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    expect(posts()).toBe(0);
    await post(page).click();
    await expect(advertisement).toBeVisible();
    await lookAwayFor(page, 5_000);
    await advertisement.getByRole('button', { name: 'Skip ×' }).dblclick();
    await expect(currentToast(page)).toContainText('Success!');
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1);
    expect(posts()).toBe(1);
  });

  test('leaving during the ad posts nothing and keeps the draft', async ({ browse, person }) => {
    const title = `The ${uniqueWord()} Reader`;
    const page = await browse(await person());
    const posts = countRequests(page, /^POST \/api\/books$/);
    await openHydrated(page, '/');
    await page.getByRole('link', { name: 'Add listing' }).click();
    await write(page, title);
    for (const key of ['Escape', null]) {
      await post(page).click();
      await expect(interstitial(page, BEFORE_POST_TITLE)).toBeVisible();
      if (key === null) await page.goBack();
      else await page.keyboard.press(key);
      await expect(interstitial(page, BEFORE_POST_TITLE)).toBeHidden();
      await expect(page).toHaveURL('/add-listing');
      await expect(page.getByLabel('Title')).toHaveValue(title);
    }
    await page.goBack();
    await expect(page).toHaveURL('/');

    await page.getByRole('link', { name: 'Add listing' }).click();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await post(page).click();
    await expect(interstitial(page, BEFORE_POST_TITLE)).toBeVisible();
    const again = await page.context().newPage();
    await page.close();
    expect(posts()).toBe(0);
    await openHydrated(again, '/add-listing');
    await expect(again.getByLabel('Title')).toHaveValue(title);
    await post(again).click();
    await skipInterstitial(again);
    await expect(again).toHaveURL('/');
    await expect(again.getByRole('article').filter({ hasText: title })).toHaveCount(1);
  });
});

test('banners have their space from the first paint on, and move nothing', async ({
  browse,
  person,
  watch,
}) => {
  test.slow();
  watch.allow(/^404 GET /);
  const seller = await person('Ann Seller');
  const book = await seller.list({ title: `Seen ${uniqueWord()}` });
  await seller.call('POST', '/api/favorites/toggle', { bookId: book.id, favorited: true });
  for (const [who, page] of [
    ['a visitor', await browse()],
    ['the signed in', await browse(seller)],
  ] as const) {
    const shifted = await measureLayoutShift(page);
    for (const [path, height] of [
      ['/', 50],
      [`/book/${book.id}`, 100],
      ...(who === 'a visitor' ? [] : [['/favorites', 50] as const]),
    ] as const) {
      await openHydrated(page, path);
      await banner(page).scrollIntoViewIfNeeded();
      await expect(banner(page).getByRole('link')).toBeVisible();
      const { width, height: high } = (await banner(page).getByRole('link').boundingBox())!;
      expect([width, high], path).toEqual([320, height]);
      // Other users' books may change meanwhile, for example by a badge. A banner that loads late would move
      // a twentieth of the page.
      expect(await shifted(), `shifts of ${path} for ${who}`).toBeLessThan(0.001);
      await page.evaluate(() => scrollTo(0, 0));
      await expectAccessible(page, `${path} with an advertisement`);
    }
    // At URLs where the user stays; others redirect to Home, which has a banner.
    const own = who === 'a visitor' ? ['/sign-in', '/sign-up'] : ['/messages', '/profile'];
    for (const path of [...own, '/privacy', '/terms', '/nowhere']) {
      await openHydrated(page, path);
      await expect(banner(page), path).toHaveCount(0);
      expect(new URL(page.url()).pathname).toBe(path);
    }
  }
});

test('at 200 % zoom nothing scrolls sideways', async ({ browse, person }) => {
  const seller = await person();
  const book = await seller.list({ title: `Narrow ${uniqueWord()}` });
  const page = await browse(seller, { viewport: { width: 195, height: 422 } });
  for (const path of ['/', `/book/${book.id}`, '/favorites', '/profile', `/boost/${book.id}`, '/subscribe']) {
    await openHydrated(page, path);
    if (['/', `/book/${book.id}`].includes(path)) await expect(banner(page).getByRole('link')).toBeAttached();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(195);
  }
});

test('an ad-free user sees no ad, not even briefly, until the time ends', async ({ browse, person }) => {
  const title = `The ${uniqueWord()} Reader`;
  const page = await browse(await person());
  await page.clock.install();
  const start = await page.evaluate(() => Date.now());
  await page.route(
    '**/api/users/sync',
    paidUntil(() => new Date(start + 3600_000)),
  );
  const shifted = await measureLayoutShift(page);
  await openHydrated(page, '/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(banner(page)).toHaveCount(0);

  // From now on the browser knows the state before any request.
  const wasAdVisible = await watchAds(page);
  const response = await page.goto('/');
  expect(await response!.text()).toContain('aria-label="Advertisement"');
  await waitForHydration(page);
  await expect(banner(page)).toHaveCount(0);
  expect(await wasAdVisible()).toBe(false);
  expect(await shifted()).toBe(0);

  await openHydrated(page, '/add-listing');
  await write(page, title);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await post(page).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('article').filter({ hasText: title })).toHaveCount(1);

  await page.clock.fastForward('01:01:00');
  await expect(banner(page)).toHaveCount(1);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('bookswap:private:ad-free-until')))
    .toBeNull();
});
