import type { Locator, Page } from '@playwright/test';
import { delayResponses } from '#tests/support/browser/network.ts';
import { pressBack } from '#tests/support/browser/press-back.ts';
import { sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

const own = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title });

/** Waits for the server's response: an optimistic update is visible to others only afterwards. */
async function settled(page: Page, path: RegExp, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse(
    (answer) => path.test(new URL(answer.url()).pathname) && answer.request().method() !== 'GET',
  );
  await act();
  expect((await answer).ok()).toBe(true);
}

const oneBook = /^\/api\/books\/[0-9a-f-]{36}$/;

test('an edited listing changes everywhere', async ({ browse, page, person }) => {
  const word = uniqueWord();
  const seller = await person();
  const book = await seller.list({ title: `Old ${word}`, price: 2000 });
  const mine = await browse(seller);
  await openHydrated(mine, '/profile');
  await own(mine, word).getByRole('link', { name: 'Edit' }).click();
  await expect(mine).toHaveURL(`/book/${book.id}/edit`);
  await expect(mine.getByLabel('Price')).toHaveValue('20.00');
  await mine.getByLabel('Title').fill(`New ${word}`);
  await mine.getByLabel('Price').fill('18');
  const release = await delayResponses(mine, /\/api\/books\/user\//);
  await mine.getByRole('banner').getByRole('button', { name: 'Save' }).click();
  await expect(currentToast(mine)).toContainText('Your listing has been updated.');
  await expect(mine).toHaveURL('/profile');
  await expect(own(mine, `New ${word}`)).toContainText('$18.00');
  await release();
  await expect(own(mine, `New ${word}`)).toContainText('$18.00');

  await openHydrated(page, `/?search=${word}`);
  await expect(own(page, `New ${word}`)).toContainText('$18.00');

  // Back from another document shows the first one as the browser has stored it.
  await page.goto('/help');
  await seller.call('PATCH', `/api/books/${book.id}`, { price: 1650 });
  await page.goBack();
  await expect(own(page, `New ${word}`)).toContainText('$16.50');
});

test('a sold book has a badge on its page, leaves Home, and returns when it is available again', async ({
  browse,
  page,
  person,
}) => {
  const word = uniqueWord();
  const seller = await person();
  const book = await seller.list({ title: `Sold ${word}` });
  const mine = await browse(seller);
  await openHydrated(mine, '/profile');
  await settled(mine, oneBook, () => own(mine, word).getByRole('button', { name: 'Mark as sold' }).click());
  await expect(own(mine, word)).toContainText('Sold just now');
  await expect(own(mine, word).getByRole('button', { name: 'Mark as available' })).toBeVisible();
  await expect(own(mine, word).getByRole('link', { name: 'Edit' })).toBeHidden();

  await openHydrated(page, `/?search=${word}`);
  await expect(page.getByRole('heading', { name: 'No books found' })).toBeVisible();
  await openHydrated(page, `/book/${book.id}`);
  await expect(page.getByRole('main').getByText('Sold', { exact: true }).last()).toBeVisible();
  await expect(page.getByText('This book is sold.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Contact Seller' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Favorite' })).toBeVisible();
  await expect(page.getByText('No confirmed sales yet')).toBeVisible();

  await settled(mine, oneBook, () =>
    own(mine, word).getByRole('button', { name: 'Mark as available' }).click(),
  );
  await expect(own(mine, word).getByRole('button', { name: 'Mark as sold' })).toBeVisible();
  await openHydrated(page, `/?search=${word}`);
  await expect(own(page, word)).toBeVisible();
});

test('deleting asks for confirmation and can be undone', async ({ browse, page, person, watch }) => {
  watch.allow(/^404 GET (\/api\/books|\/book)\//);
  const word = uniqueWord();
  const seller = await person();
  const book = await seller.list({ title: `Gone ${word}` });
  await seller.list({ title: `Other ${word}` });
  const mine = await browse(seller);
  await openHydrated(mine, '/profile');
  await own(mine, 'Gone').getByRole('button', { name: 'Delete' }).click();
  const question = mine.getByRole('dialog', { name: 'Delete this listing?' });
  await expect(question.getByRole('button', { name: 'Keep listing' })).toBeFocused();
  await question.getByRole('button', { name: 'Keep listing' }).click();
  await expect(own(mine, 'Gone').getByRole('button', { name: 'Delete' })).toBeFocused();

  // Back closes the question and stays, and leaves the page only afterwards.
  await mine.getByRole('link', { name: 'Messages' }).click();
  await mine.getByRole('link', { name: 'Profile' }).click();
  await own(mine, 'Gone').getByRole('button', { name: 'Delete' }).click();
  await expect(question).toBeVisible();
  await pressBack(mine);
  await expect(question).toBeHidden();
  await expect(mine).toHaveURL('/profile');
  await expect(own(mine, 'Gone').getByRole('button', { name: 'Delete' })).toBeFocused();
  await pressBack(mine);
  await expect(mine).toHaveURL('/messages');
  await mine.goForward();

  await own(mine, 'Gone').getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(own(mine, 'Gone')).toBeHidden();
  await expect(own(mine, 'Other')).toBeVisible();
  await expect(currentToast(mine)).toContainText(`Gone ${word}`);
  await settled(mine, /\/restore$/, () => currentToast(mine).getByRole('button', { name: 'Undo' }).click());
  await expect(own(mine, 'Gone')).toBeVisible();
  await openHydrated(page, `/book/${book.id}`);
  await expect(page.getByRole('heading', { level: 1, name: book.title })).toBeVisible();

  // On a slow line: Undo is there before the response, and waits for it.
  const release = await delayResponses(mine, new RegExp(`/api/books/${book.id}$`));
  await own(mine, 'Gone').getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(own(mine, 'Gone')).toBeHidden();
  await currentToast(mine).getByRole('button', { name: 'Undo' }).click();
  await expect(own(mine, 'Gone')).toBeVisible();
  await settled(mine, /\/restore$/, release);
  await openHydrated(page, `/book/${book.id}`);
  await expect(page.getByRole('heading', { level: 1, name: book.title })).toBeVisible();
  await expect(own(mine, 'Gone')).toBeVisible();

  await own(mine, 'Gone').getByRole('button', { name: 'Delete' }).click();
  await settled(mine, oneBook, () => question.getByRole('button', { name: 'Delete' }).click());
  await expect(currentToast(mine)).toContainText('Listing deleted');
  await openHydrated(page, `/book/${book.id}`);
  await expect(page.getByRole('heading', { name: 'Book not found' })).toBeVisible();
});

test('an owner can read and press everything on the narrowest phone', async ({ browse, person }) => {
  const [seller, buyer] = [await person(), await person()];
  const book = await seller.list({ title: `Narrow ${uniqueWord()}` });
  const reserved = await seller.list({ title: `Kept ${uniqueWord()}` });
  const chat = await sendFirstMessage(buyer, reserved, 'Can you keep it for me?');
  await seller.call('POST', `/api/conversations/${chat}/reservations`);
  const page = await browse(seller);
  await page.setViewportSize({ width: 320, height: 640 });
  await openHydrated(page, '/profile');
  const card = own(page, book.title);
  await expect(own(page, reserved.title).getByRole('link', { name: 'Confirm handover' })).toBeVisible();
  const cut = await own(page, reserved.title).evaluate((article) => {
    const { right } = article.getBoundingClientRect();
    return [...article.querySelectorAll('a, button')].filter(
      (one) => one.getBoundingClientRect().right > right,
    ).length;
  });
  expect(cut).toBe(0);
  const heightOf = async (part: Locator) => (await part.boundingBox())!.height;
  // Each fits on one line beside its neighbors.
  const sold = card.getByRole('button', { name: 'Mark as sold' });
  expect(await heightOf(sold)).toBeLessThan(45);
  await sold.click();
  expect(await heightOf(card.getByText(/^Sold .*(now|ago)$/))).toBeLessThan(20);
  expect(await heightOf(card.getByRole('button', { name: 'Mark as available' }))).toBeLessThan(45);

  // A focused field is visible below the header, with its label and its error.
  const name = page.getByLabel('Name');
  await name.fill('');
  await name.blur();
  await name.evaluate((input) => scrollBy(0, input.getBoundingClientRect().bottom - 50));
  await page.getByRole('button', { name: 'Save changes' }).evaluate((button: HTMLElement) => button.click());
  await expect(name).toBeFocused();
  const bar = (await page.getByRole('banner').boundingBox())!;
  const label = (await page.getByText('Name', { exact: true }).boundingBox())!;
  expect(label.y).toBeGreaterThanOrEqual(bar.y + bar.height);
});
