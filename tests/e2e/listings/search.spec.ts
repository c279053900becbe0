import type { Page } from '@playwright/test';
import { randomInt } from 'node:crypto';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { waitForHydration, expect, openHydrated, test } from '#tests/support/browser/test.ts';

/** An ISBN of no other book: its 13 digits, and its ISBN-10 with hyphens. */
function newIsbn(): { thirteen: string; ten: string } {
  const core = String(randomInt(1_000_000_000)).padStart(9, '0');
  const sum = (digits: string, weight: (at: number) => number) =>
    [...digits].reduce((total, digit, at) => total + Number(digit) * weight(at), 0);
  const last13 = (10 - (sum(`978${core}`, (at) => (at % 2 === 0 ? 1 : 3)) % 10)) % 10;
  const last10 = (11 - (sum(core, (at) => 10 - at) % 11)) % 11;
  const check = last10 === 10 ? 'X' : String(last10);
  return {
    thirteen: `978${core}${last13}`,
    ten: `${core[0]}-${core.slice(1, 4)}-${core.slice(4)}-${check}`,
  };
}

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search books...' });
const cards = (page: Page) => page.getByRole('article');
const chip = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('search finds a book by a misspelt title, by its ISBN-10, and by its author without accents', async ({
  page,
  person,
}) => {
  const [word, author] = [uniqueWord(), uniqueWord()];
  const isbn = newIsbn();
  const seller = await person();
  const { title } = await seller.list({
    title: `Grundlagen der ${word}`,
    author: `Jürgen Ñ${author}é`,
    isbn: isbn.thirteen,
  });
  await openHydrated(page, '/');
  const misspelt = word.slice(0, 3) + word[4]! + word[3]! + word.slice(5);
  for (const text of [misspelt, isbn.ten, `jurgen n${author}e`, word.slice(0, 7).toUpperCase()]) {
    await box(page).fill(text);
    await expect(page, text).toHaveURL(`/?${new URLSearchParams({ search: text })}`);
    await expect(cards(page), text).toHaveCount(1);
    await expect(cards(page).getByRole('link', { name: title }), text).toBeVisible();
  }
  await box(page).fill('');
  await expect(page).toHaveURL('/');
  await expect(cards(page).nth(10)).toBeVisible();
});

test('a chip selects a subject, and the URL contains subject and search', async ({ page, person }) => {
  const word = uniqueWord();
  const seller = await person();
  await seller.list({ title: `One ${word}`, subject: 'Horror' });
  await seller.list({ title: `Two ${word}`, subject: 'Comedy' });
  await openHydrated(page, '/');
  const names = await page.getByRole('group', { name: 'Subjects' }).getByRole('button').allInnerTexts();
  expect(names).toEqual(
    'All,Mathematics,Science,History,Literature,Psychology,Computer Science,Fiction,Non-Fiction,Horror,Romance,Comedy,Business,Engineering'.split(
      ',',
    ),
  );
  await expect(chip(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  await chip(page, 'Horror').click();
  await expect(page).toHaveURL('/?subject=Horror');
  await expect(chip(page, 'Horror')).toHaveAttribute('aria-pressed', 'true');
  await expect(chip(page, 'Horror')).toBeInViewport({ ratio: 1 });
  await box(page).fill(word);
  await expect(page).toHaveURL(`/?search=${word}&subject=Horror`);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(`One ${word}`);
  await chip(page, 'All').click();
  await expect(page).toHaveURL(`/?search=${word}`);
  await expect(cards(page)).toHaveCount(2);

  await page.goBack();
  await expect(box(page)).toHaveValue(word);
  await expect(chip(page, 'Horror')).toHaveAttribute('aria-pressed', 'true');
  await expect(cards(page)).toHaveCount(1);
  await cards(page).getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: `One ${word}` })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/?search=${word}&subject=Horror`);
  await expect(box(page)).toHaveValue(word);
  await expect(cards(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(box(page)).toHaveValue('');
  await expect(cards(page).nth(10)).toBeVisible();

  await openHydrated(page, `/?search=${word}&subject=Comedy`);
  await expect(box(page)).toHaveValue(word);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(`Two ${word}`);
});

test('the list loads on scrolling and keeps its position after a visit to a book', async ({ page }) => {
  await openHydrated(page, '/');
  const wanted = cards(page).nth(47);
  await expect(async () => {
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect(wanted).toBeAttached({ timeout: 500 });
  }).toPass();
  await wanted.scrollIntoViewIfNeeded();
  const title = (await wanted.getByRole('link').textContent())!;
  // Below the header and above the navigation, where it can be tapped.
  await wanted.evaluate((card) => card.scrollIntoView({ block: 'center' }));
  const before = (await wanted.boundingBox())!;
  await wanted.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(wanted).toBeInViewport({ ratio: 1 });
  await expect(wanted).toContainText(title);
  await expect.poll(async () => (await wanted.boundingBox())!.y).toBeCloseTo(before.y, -1);

  // A page that is opened by its address is another entry of the history, which was never scrolled.
  await openHydrated(page, '/?subject=Science');
  await cards(page).first().getByRole('link').click();
  await expect(page.getByRole('link', { name: 'Back' })).toBeVisible();
  await page.goBack();
  await expect(cards(page).first()).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('a card that is tapped while typing leads back to the search', async ({ page, person }) => {
  const word = uniqueWord();
  const { id } = await (await person()).list({ title: `Typed ${word}` });
  await openHydrated(page, '/');
  await expect(cards(page).first()).toBeVisible();
  // Faster than any pause of the typing.
  await page.evaluate((text) => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]')!;
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    document.querySelector<HTMLElement>('main article a')!.click();
  }, word);
  await expect(page).toHaveURL(/\/book\//);
  await page.goBack();
  await expect(box(page)).toHaveValue(word);
  await expect(page).toHaveURL(`/?search=${word}`);
  await expect(cards(page).locator(`a[href="/book/${id}"]`)).toBeVisible();
});

test('text typed before hydration is searched for', async ({ page, person }) => {
  const word = uniqueWord();
  await (await person()).list({ title: `Early ${word}` });
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await box(page).pressSequentially(word);
  release();
  await waitForHydration(page);
  await expect(page).toHaveURL(`/?search=${word}`);
  await expect(box(page)).toHaveValue(word);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(`Early ${word}`);
});

test('the subject of a card is readable or left out, never cut to a letter', async ({ page, person }) => {
  const word = uniqueWord();
  const seller = await person();
  const list = (condition: string, price: number) =>
    seller.list({ title: `${condition} ${price} ${word}`, subject: 'Computer Science', condition, price });
  for (const condition of ['Like New', 'Excellent', 'Poor'])
    for (const price of [0, 999_999]) await list(condition, price);
  await page.route('**/api/books?*', async (route) => {
    const response = await route.fetch();
    const books = (await response.json()) as object[];
    const reservedUntil = new Date(Date.now() + 86_400_000).toISOString();
    await route.fulfill({
      response,
      json: books.map((book, at) => (at % 2 ? book : { ...book, reservedUntil })),
    });
  });
  await openHydrated(page, '/');
  await box(page).fill(word);
  await expect(cards(page)).toHaveCount(6);
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const shown = await page.locator('article span:has(> span:only-child)').evaluateAll((subjects) =>
      subjects.flatMap((subject) => {
        const text = subject.firstElementChild!;
        const [line, own] = [subject.getBoundingClientRect(), text.getBoundingClientRect()];
        return own.top < line.bottom ? Math.min(line.width, own.width) / Math.min(text.scrollWidth, 72) : [];
      }),
    );
    // Narrower, the line may have no room for the subject.
    if (width === 390) expect(shown.length).toBeGreaterThan(0);
    expect(Math.min(1, ...shown), `at ${width} px`).toBeGreaterThan(0.99);
  }
});
