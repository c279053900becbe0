import type { Locator, Page } from '@playwright/test';
import {
  type ListedBook,
  newEmail,
  E2E_PASSWORD,
  type E2eUser,
  uniqueWord,
} from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';
import { countRequests } from '#tests/support/browser/error-watch.ts';

const listed = async (seller: E2eUser): Promise<{ word: string; book: ListedBook }> => {
  const word = uniqueWord();
  return { word, book: await seller.list({ title: `The Book of ${word}` }) };
};

async function signUp(page: Page | Locator, name = 'Nina Newcomer'): Promise<void> {
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password').fill(E2E_PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}

async function signIn(page: Page, person: E2eUser): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(E2E_PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const nav = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('a visitor’s favorite is saved once after signing up', async ({ page, person }) => {
  const { word, book } = await listed(await person());
  const toggles = countRequests(page, /^POST \/api\/favorites\/toggle/);
  await openHydrated(page, `/?search=${word}`);
  await page.getByRole('button', { name: 'Favorite' }).click();

  await expect(page).toHaveURL('/sign-in');
  await expect(page.getByText(`Sign in to save ${book.title}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByText(`Sign up to save ${book.title}.`)).toBeVisible();
  await expect(page.getByLabel('Password')).toHaveAccessibleDescription(
    'At least 6 characters. Common passwords are refused.',
  );
  await signUp(page);

  await expect(currentToast(page)).toContainText(`Saved to Favorites${book.title}`);
  await expect(page).toHaveURL(`/?search=${word}`);
  await expect(page.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
  await nav(page).getByRole('link', { name: 'Favorites' }).click();
  await expect(page.getByRole('link', { name: book.title })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
  await openHydrated(page, '/');
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible();
  expect(toggles()).toBe(1);
});

const cards = (page: Page) => page.getByRole('main').getByRole('article');

/** Scrolls to a card of the second page of the list. It is found by its book: other journeys' listings move it. */
async function scrollToLaterCard(page: Page): Promise<{ card: Locator; title: string }> {
  const later = cards(page).nth(30);
  await expect(async () => {
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect(later).toBeAttached({ timeout: 500 });
  }).toPass();
  const link = later.getByRole('link');
  const [title, href] = [(await link.textContent())!, await link.getAttribute('href')];
  const card = cards(page).filter({ has: page.locator(`a[href="${href}"]`) });
  await card.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  return { card, title };
}

/** Not the place of a card: what other journeys list meanwhile moves it by a row. */
const scrolled = (page: Page) => page.evaluate(() => scrollY);

test('a favorite of a book page opens it again where it was, and Back leads to the search', async ({
  page,
  person,
}) => {
  const { word, book } = await listed(await person());
  await page.setViewportSize({ width: 390, height: 420 });
  await openHydrated(page, `/?search=${word}`);
  await page.getByRole('link', { name: book.title }).click();
  await expect(page.getByRole('heading', { level: 1, name: book.title })).toBeVisible();
  await page.getByRole('heading', { name: 'Seller' }).scrollIntoViewIfNeeded();
  // Without the scrolling of Playwright's own click.
  const top = await page.getByRole('button', { name: 'Favorite' }).evaluate((heart: HTMLElement) => {
    heart.click();
    return scrollY;
  });
  expect(top).toBeGreaterThan(50);
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await signUp(page);

  await expect(currentToast(page)).toContainText(`Saved to Favorites${book.title}`);
  await expect(page).toHaveURL(`/book/${book.id}`);
  await expect(page.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeCloseTo(top, -1);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`/?search=${word}`);
  await expect(page.getByRole('button', { name: 'Favorite', pressed: true })).toBeVisible();
});

test('a favorite far down on Home or in a search leaves it there, and Back leads to the page before', async ({
  browse,
  page,
  person,
}) => {
  const student = await person();
  await openHydrated(page, '/help');
  await page.getByRole('link', { name: 'Back' }).click();
  const { card, title } = await scrollToLaterCard(page);
  const top = await scrolled(page);
  await card.getByRole('button', { name: /^Favorite/ }).click();
  await signIn(page, student);

  await expect(currentToast(page)).toContainText(`Saved to Favorites${title}`);
  await expect(page).toHaveURL('/');
  await expect(card.getByRole('button', { name: /^Favorite/, pressed: true })).toBeInViewport();
  await expect.poll(() => scrolled(page)).toBeCloseTo(top, -1);
  await page.goBack();
  await expect(page).toHaveURL('/help');

  // A search is opened there, also by another document.
  const other = await browse();
  const search = '/?maxPrice=1500';
  await openHydrated(other, search);
  const later = await scrollToLaterCard(other);
  const place = await scrolled(other);
  await later.card.getByRole('button', { name: /^Favorite/ }).click();
  await expect(other).toHaveURL('/sign-in');
  await openHydrated(other, '/sign-in');
  await signIn(other, await person());

  await expect(currentToast(other)).toContainText(`Saved to Favorites${later.title}`);
  await expect(other).toHaveURL(search);
  await expect(later.card.getByRole('button', { name: /^Favorite/, pressed: true })).toBeInViewport();
  await expect.poll(() => scrolled(other)).toBeCloseTo(place, -1);
});

test('a visitor who contacts a seller, or opens what is locked, arrives there after signing in, once', async ({
  browse,
  page,
  person,
}) => {
  const seller = await person('Ann Seller');
  const { book } = await listed(seller);
  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('button', { name: 'Contact Seller' }).click();
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await signUp(page);
  await expect(page).toHaveURL(`/conversation/new?sellerId=${seller.id}&bookId=${book.id}`);
  await expect(page.getByRole('heading', { name: 'Ann Seller' })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'No messages yet' })).toBeVisible();
  await nav(page).getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('link', { name: 'Profile' }).first()).toBeVisible();
  await expect(page).toHaveURL('/');

  const visitor = await browse();
  await openHydrated(visitor, '/');
  for (const place of ['Favorites', 'Messages', 'Profile']) {
    const locked = new RegExp(`^${place}\\s*, sign in first$`);
    await expect(nav(visitor).getByRole('link', { name: locked })).toBeVisible();
  }
  await nav(visitor).getByRole('link', { name: 'Messages' }).click();
  await expect(visitor.getByText('Sign in to see your messages.')).toBeVisible();
  await signIn(visitor, seller);
  await expect(visitor).toHaveURL('/messages');
  await expect(nav(visitor).getByRole('link', { name: 'Messages' })).toHaveAccessibleName('Messages');

  const another = await browse();
  await openHydrated(another, '/');
  await another.getByRole('link', { name: 'Add listing' }).click();
  await expect(another).toHaveURL('/sign-in');
  await signIn(another, seller);
  await expect(another).toHaveURL('/add-listing');
  await another.getByRole('link', { name: 'Close' }).click();
  await expect(another).toHaveURL('/');
});

test('signing out leaves no user data in the browser', async ({ browse, person }) => {
  const student = await person('Olga Outgoing');
  const { book } = await listed(await person('Ann Seller'));
  const page = await browse(student);
  await openHydrated(page, `/conversation/new?sellerId=${book.sellerId}&bookId=${book.id}`);
  await page.getByRole('textbox', { name: 'Message' }).fill('Half a sentence');
  await openHydrated(page, '/add-listing');
  await page.getByLabel('Title').fill('Half a title');
  const kept = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('bookswap:private:')));
  await expect
    .poll(async () => (await kept()).map((key) => key.split(':')[2]))
    .toEqual(expect.arrayContaining(['draft', 'listing-draft']));

  await openHydrated(page, '/profile');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  expect(await kept()).toEqual([]);
  await page.goBack();
  // The page before Profile, which asks a visitor to sign in.
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText('Olga Outgoing')).toBeHidden();
  await expect(page.getByLabel('Title')).toBeHidden();
});
