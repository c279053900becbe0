import type { Locator, Page } from '@playwright/test';
import { delayResponses } from '#tests/support/browser/network.ts';
import { isFocusVisible, measureLayoutShift } from '#tests/support/browser/accessibility.ts';
import { uploadPhotoAs } from '#tests/support/browser/photos.ts';
import { pressBack } from '#tests/support/browser/press-back.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

/** Presses Tab until the wanted element has the focus. Every element on the way must show its focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((element) => element === document.activeElement)) {
      expect(await isFocusVisible(page), 'the focus shows').toBe(true);
      return;
    }
  }
  throw new Error(`Tab does not reach ${String(wanted)}`);
}

test('from Home to a sent message without a pointer', async ({ browse, person }) => {
  const word = uniqueWord();
  await (await person('Ann Seller')).list({ title: `Keys of ${word}` });
  const page = await browse(await person());
  await openHydrated(page, '/');
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible();
  await tabTo(page, page.getByRole('searchbox'));
  await page.keyboard.type(word);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toBeFocused();
  await tabTo(page, page.getByRole('article').getByRole('link'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Keys of ${word}`);
  await tabTo(page, page.getByRole('button', { name: 'Favorite' }));
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Favorite', pressed: true })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'Contact Seller' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Message Ann' })).toBeVisible();
  await tabTo(page, page.getByRole('textbox', { name: 'Message' }));
  await page.keyboard.type('Written with ten fingers');
  await tabTo(page, page.getByRole('button', { name: 'Send' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log').getByText('Sent', { exact: true }).last()).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused();
});

test('every focusable element on Home and on a book page shows its focus and is in view', async ({
  page,
  person,
}) => {
  const word = uniqueWord();
  const book = await (await person()).list({ title: `Seen ${word}` });
  for (const path of [`/?search=${word}`, `/book/${book.id}`]) {
    await openHydrated(page, path);
    await expect(page.getByText(`Seen ${word}`).first()).toBeVisible();
    const visited = new Set<string>();
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => {
        const focused = document.activeElement;
        if (focused === null || focused === document.body) return null;
        const { top, bottom, left, right } = focused.getBoundingClientRect();
        const seen = top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
        return {
          name: `${focused.tagName} ${focused.getAttribute('aria-label') ?? focused.textContent}`,
          seen,
        };
      });
      if (place === null || visited.has(place.name)) break;
      visited.add(place.name);
      expect(place.seen, `${place.name} is in view`).toBe(true);
      expect(await isFocusVisible(page), `${place.name} shows the focus`).toBe(true);
    }
    expect(visited.size).toBeGreaterThan(4);
  }
});

test('the focus moves into a page, into a dialog and back', async ({ browse, person }) => {
  const word = uniqueWord();
  const seller = await person();
  const book = await seller.list({ title: `Focus ${word}` });
  const page = await browse(seller);
  await openHydrated(page, `/?search=${word}`);
  await page.getByRole('article').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title);
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copy link' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused();

  await openHydrated(page, '/profile');
  await page.getByRole('article').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Keep listing' })).toBeFocused();
  for (let presses = 0; presses < 4; presses++) {
    await page.keyboard.press('Tab');
    // After the last element of a dialog, Tab leads to the browser's toolbar and back.
    const place = await page.evaluate(() => document.activeElement?.closest('dialog, body')?.tagName);
    expect(['DIALOG', 'BODY']).toContain(place);
    expect(await page.evaluate(() => document.activeElement?.matches('dialog *, body'))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('article').getByRole('button', { name: 'Delete' })).toBeFocused();
});

test('nothing moves unprompted on Home and on a book page', async ({ browse, page: visitor, person }) => {
  const seller = await person('Ann Seller');
  const book = await seller.list({ title: `Still ${uniqueWord()}`, description: 'Quiet.' });
  await seller.call('POST', '/api/favorites/toggle', { bookId: book.id, favorited: true });
  const theirs = await browse(seller);
  for (const page of [visitor, theirs]) {
    const shifts = await measureLayoutShift(page);
    for (const path of ['/', `/book/${book.id}`]) {
      await openHydrated(page, path);
      await page.waitForLoadState('networkidle');
      expect(await shifts(), path).toBeLessThan(0.05);
    }
    await openHydrated(page, '/');
    await page.getByRole('article').filter({ hasText: book.title }).getByRole('link').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(book.title);
    await page.waitForLoadState('networkidle');
    await page.goBack();
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(await shifts(), 'there and back').toBeLessThan(0.05);
  }
});

test('reduced motion disables all animations', async ({ browse, person }) => {
  const page = await browse(await person(), { reducedMotion: 'reduce' });
  const release = await delayResponses(page, /\/api\/favorites(\?|$)/);
  await openHydrated(page, '/favorites');
  await expect(page.getByText('Loading favorites...')).toBeVisible();
  const moving = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);
  expect(await moving()).toBe(0);
  await release();
  await expect(page.getByRole('heading', { name: 'No favorites yet' })).toBeVisible();
  await page.getByRole('link', { name: 'Browse Books' }).click();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await moving()).toBe(0);
});

test('Back closes a dialog and stays, and then leaves the page', async ({ page, person }) => {
  await openHydrated(page, '/help');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Sign In' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await pressBack(page);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeFocused();
  // Closed by its button, it leaves no entry behind.
  await page.getByRole('button', { name: 'Sign In' }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await pressBack(page);
  await expect(page).toHaveURL('/help');

  const seller = await person();
  const images = [await uploadPhotoAs(seller, page.request)];
  const book = await seller.list({ title: `Pictured ${uniqueWord()}`, images });
  await openHydrated(page, `/?search=${book.title.split(' ')[1]}`);
  await page.getByRole('link', { name: book.title }).click();
  await page.getByRole('button', { name: 'Enlarge photo' }).click();
  await expect(dialog).toBeVisible();
  await pressBack(page);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(`/book/${book.id}`);
});
