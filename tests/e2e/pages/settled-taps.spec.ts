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

/** Taps as a finger does, without waiting for what is there: `meanwhile` ends before the second tap. */
async function tapTwice(page: Page, button: Locator, meanwhile: () => Promise<unknown>): Promise<void> {
  const at = await centerOf(button);
  await page.mouse.click(...at);
  await meanwhile();
  await page.mouse.click(...at);
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
  await tapTwice(page, heart(), () => expect(cards).toHaveCount(3));
  const release = await delayResponses(page, '**/api/favorites/toggle');
  await heart().click();
  const at = await centerOf(heart());
  await release();
  await expect(cards).toHaveCount(2);
  await page.mouse.click(...at);
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
  await tapTwice(page, own(page, sold.title).getByRole('button', { name: 'Mark as sold' }), () =>
    expect(own(page, sold.title).getByRole('button', { name: 'Mark as available' })).toBeVisible(),
  );
  await expect(own(page, sold.title)).toContainText('Sold just now');
  await expect
    .poll(async () => (await seller.call<{ soldAt: string | null }>('GET', `/api/books/${sold.id}`)).soldAt)
    .not.toBeNull();

  const question = page.getByRole('dialog', { name: 'Delete this listing?' });
  // Not even closed by the second tap, which hits its scrim.
  await tapTwice(page, own(page, deleted.title).getByRole('button', { name: 'Delete' }), () =>
    expect(question).toBeVisible(),
  );
  await expect(question).toBeVisible();
  await page.evaluate(() => {
    const hits: string[] = [];
    Object.assign(window, { hits });
    const note = ({ target }: Event) => hits.push((target as Element).closest('#root') ? 'page' : 'cover');
    document.addEventListener('click', note, true);
  });
  await tapTwice(page, question.getByRole('button', { name: 'Delete' }), () => expect(question).toBeHidden());
  expect(await page.evaluate(() => (window as unknown as { hits: string[] }).hits)).toEqual([
    'page',
    'cover',
  ]);
  await expect(own(page, deleted.title)).toBeHidden();

  await openHydrated(page, '/add-listing');
  const tiles = page.getByRole('img', { name: /^Photo \d/ });
  await page.getByRole('button', { name: 'Add Photo' }).click();
  const buffer = await plainPicture(300, 400).jpeg().toBuffer();
  await page
    .locator('input[type=file]')
    .setInputFiles(['a.jpg', 'b.jpg', 'c.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer })));
  await expect(page.getByRole('dialog')).toBeHidden();
  await tapTwice(page, page.getByRole('button', { name: 'Remove photo 1', exact: true }), () =>
    expect(tiles).toHaveCount(2),
  );
  await page.getByRole('button', { name: 'Remove photo 1', exact: true }).click();
  await expect(tiles).toHaveCount(1);
});
