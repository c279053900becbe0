import type { Locator, Page } from '@playwright/test';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { delayResponses } from '#tests/support/browser/network.ts';
import { plainPicture } from '#tests/support/server/sample-images.ts';

/** Two fast taps on the same place: the second one does not hit what has moved or appeared there. */
const own = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

async function centerOf(button: Locator): Promise<[x: number, y: number]> {
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

/**
 * Waits in the page for the moment in which so many elements match, and taps there, on the same place.
 * Resolves once it waits, with a function that tells what was hit: a control, or nothing.
 */
async function prepareSecondTap(
  page: Page,
  [x, y]: [number, number],
  selector: string,
  count: number,
): Promise<() => Promise<string>> {
  const tap = await page.evaluateHandle(
    ([left, at, css, wanted]) => ({
      hit: new Promise<string>((resolve) => {
        const look = () => {
          if (document.querySelectorAll(css).length !== wanted) return;
          observer.disconnect();
          const top = document.elementFromPoint(left, at);
          const hit = top?.closest<HTMLElement>('a, button, dialog, [data-tap-cover]');
          hit?.click();
          resolve(hit?.ariaLabel || hit?.textContent || 'nothing');
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      }),
    }),
    [x, y, selector, count] as const,
  );
  return () => tap.evaluate(({ hit }) => hit);
}

/** Taps twice, as a finger does, without waiting for what is there. */
async function tapTwice(page: Page, button: Locator, selector: string, count: number): Promise<void> {
  await expect(page.locator('[data-settling], [data-tap-cover]')).toHaveCount(0);
  const at = await centerOf(button);
  const second = await prepareSecondTap(page, at, selector, count);
  await page.mouse.click(...at);
  expect(await second()).toBe('nothing');
}

test('a second tap removes no second favorite, also when the first one is answered late', async ({
  browse,
  person,
}) => {
  const [seller, reader] = [await person(), await person()];
  const word = uniqueWord();
  for (const name of ['One', 'Two', 'Three', 'Four']) {
    const { id } = await seller.list({ title: `${name} ${word}` });
    await reader.call('POST', '/api/favorites/toggle', { bookId: id, favorited: true });
  }
  const page = await browse(reader);
  await openHydrated(page, '/favorites');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(4);
  const heart = () => cards.first().getByRole('button');
  let removals = 0;
  page.on('request', (request) => (removals += Number(request.url().endsWith('/api/favorites/toggle'))));
  await tapTwice(page, heart(), 'article', 3);
  const release = await delayResponses(page, '**/api/favorites/toggle');
  await heart().click();
  const second = await prepareSecondTap(page, await centerOf(heart()), 'article', 2);
  await release();
  expect(await second()).toBe('nothing');
  // What has settled takes taps again.
  await heart().click();
  await expect(cards).toHaveCount(1);
  expect(removals).toBe(3);
});

test('a second tap takes back no sale, and hits nothing behind a dialog or a photo', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/^console Connecting to 'blob:/);
  const word = uniqueWord();
  const seller = await person();
  const [sold, deleted] = [
    await seller.list({ title: `Sold ${word}` }),
    await seller.list({ title: `Gone ${word}` }),
  ];
  const page = await browse(seller);
  await openHydrated(page, '/profile');
  const marked = own(page, sold.title).getByRole('button', { name: 'Mark as sold' });
  // A sold listing cannot be edited.
  await tapTwice(page, marked, 'article a[href$="/edit"]', 1);
  await expect(own(page, sold.title)).toContainText('Sold just now');
  await expect
    .poll(async () => (await seller.call<{ soldAt: string | null }>('GET', `/api/books/${sold.id}`)).soldAt)
    .not.toBeNull();

  const question = page.getByRole('dialog', { name: 'Delete this listing?' });
  // Not even closed by the second tap, on its scrim.
  await tapTwice(page, own(page, deleted.title).getByRole('button', { name: 'Delete' }), 'dialog[open]', 1);
  await expect(question).toBeVisible();
  await tapTwice(page, question.getByRole('button', { name: 'Delete' }), 'dialog', 0);
  await expect(own(page, deleted.title)).toBeHidden();

  await openHydrated(page, '/add-listing');
  const tiles = page.getByRole('img', { name: /^Photo \d/ });
  await page.getByRole('button', { name: 'Add Photo' }).click();
  const buffer = await plainPicture(300, 400).jpeg().toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer })));
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(tiles).toHaveCount(3);
  const remove = page.getByRole('button', { name: 'Remove photo 1', exact: true });
  await tapTwice(page, remove, '[data-photo]', 2);
  await remove.click();
  await expect(tiles).toHaveCount(1);
});
