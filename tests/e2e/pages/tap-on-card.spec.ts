import type { Page } from '@playwright/test';
import { delayResponses } from '#tests/support/browser/network.ts';
import { uploadPhotoAs } from '#tests/support/browser/photos.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';

const TOLERANCE_PX = 1;

const topOf = async (page: Page) => (await page.getByRole('heading', { level: 1 }).boundingBox())!.y;

test('a tap on a card shows at once what the list knows, before code and data of the page are there', async ({
  page,
  person,
  context,
}) => {
  const ann = await person('Ann Seller');
  const word = uniqueWord();
  const description = `All chapters of ${word}.`;
  const images = [await uploadPhotoAs(ann, context.request)];
  const books = [
    await ann.list({ title: `Photographed ${word}`, description, images }),
    await ann.list({ title: `Drawn ${word}`, description }),
  ];
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname));
  for (const { id, title } of books) {
    await openHydrated(page, `/?search=${word}`);
    // What every page loads soon.
    await page.waitForLoadState('networkidle');
    const releases = [
      await delayResponses(page, /\/assets\/book-route-/),
      await delayResponses(page, `**/api/books/${id}`),
    ];
    await page.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText(description)).toHaveCount(0);
    await expect.poll(() => asked.filter((path) => path === `/api/books/${id}`)).toHaveLength(1);
    // A transition from the card may still run.
    await expect(page.locator('html:not(:active-view-transition)')).toBeAttached();
    const atFirst = await topOf(page);
    for (const release of releases) await release();
    await expect(page.getByText(description)).toBeVisible();
    expect.soft(Math.abs((await topOf(page)) - atFirst), title).toBeLessThanOrEqual(TOLERANCE_PX);
    expect(asked.filter((path) => path === `/api/books/${id}`)).toHaveLength(1);
  }
});
