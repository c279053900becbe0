import type { Page } from '@playwright/test';
import * as form from '../support/journey-form.ts';
import { type Person, say, uniqueWord, write } from '../support/journey-people.ts';
import { phonePhoto } from '../support/journey-photos.ts';
import { expect, open, test, toast } from '../support/journey-test.ts';

const nowhere = '0192f0c1-2345-7abc-8def-0123456789ab';
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first();

/** A photo by the product's own doors. */
async function photoOf(person: Person, page: Page): Promise<string> {
  const { uploadURL, url } = await person.call<{ uploadURL: string; url: string }>(
    'POST',
    '/api/objects/upload',
  );
  const { pathname, search } = new URL(uploadURL);
  const { buffer } = await phonePhoto('photo.jpg', '#705030');
  expect((await page.request.put(pathname + search, { data: buffer })).ok()).toBe(true);
  return url;
}

for (const colorScheme of ['light', 'dark'] as const) {
  const expectGoodForm = (page: Page, screen: string) =>
    form.expectGoodForm(page, screen, colorScheme === 'dark');

  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('what visitors see', async ({ page, person, watch }) => {
      test.slow();
      watch.allow(/^404 GET /);
      const seller = await person('Ann Seller');
      const long = `Ein Wort: ${'Rechtsschutzversicherungsgesellschaften'.repeat(3)} ${uniqueWord()}`;
      const book = await seller.list({
        title: long,
        author: 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(2),
        description: `https://example.org/${'x'.repeat(200)}`,
        isbn: '9780262046305',
        price: 999_999,
      });
      const pictured = await seller.list({
        title: `Pictured ${uniqueWord()}`,
        images: [await photoOf(seller, page), await photoOf(seller, page)],
      });
      await seller.call('PATCH', `/api/books/${book.id}`, { isSold: true });
      for (const [screen, path, shown] of [
        ['Home', '/', /^Book Swap$/],
        ['Home without results', `/?search=${uniqueWord()}`, 'No books found'],
        ['a sold book with long words', `/book/${book.id}`, long],
        ['a book with photos', `/book/${pictured.id}`, pictured.title],
        ['a book that is not there', `/book/${nowhere}`, 'Book not found'],
        ['an address that leads nowhere', '/nowhere', '404 Page Not Found'],
        ['signing in', '/sign-in', 'Sign In'],
        ['signing up', '/sign-up', 'Sign Up'],
      ] as const) {
        await open(page, path);
        await expect(heading(page, shown), screen).toBeVisible();
        await expectGoodForm(page, screen);
      }
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expect(page.getByText('Email is required')).toBeVisible();
      await expectGoodForm(page, 'problems of signing up');
      await open(page, '/');
      await page.getByRole('button', { name: 'Sign Up' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectGoodForm(page, 'signing up in a dialog');
    });

    test('what the signed in see, of books', async ({ browse, person }) => {
      test.slow();
      const somebody = await person('Wolfeschlegelsteinhausenbergerdorff Hubert Blaine');
      const page = await browse(somebody);
      for (const [screen, path, shown] of [
        ['no favourites', '/favorites', 'No favorites yet'],
        ['no listings', '/profile', 'Nothing for sale yet'],
        ['adding a listing', '/add-listing', 'Add listing'],
      ] as const) {
        await open(page, path);
        await expect(heading(page, shown), screen).toBeVisible();
        await expectGoodForm(page, screen);
      }
      await page.getByRole('main').getByRole('button', { name: 'Post' }).click();
      await expect(page.getByRole('alert')).toBeVisible();
      await expectGoodForm(page, 'problems of a listing');
      await page.getByRole('button', { name: 'Add Photo' }).click();
      await page
        .getByRole('dialog')
        .locator('input[type=file]')
        .setInputFiles([
          { name: `${'syllabus'.repeat(12)}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from('%PDF') },
          await phonePhoto('one.jpg', '#305070'),
        ]);
      await expect(page.getByRole('dialog').getByText('Not an image, so not added').first()).toBeVisible();
      await expect(page.getByRole('dialog').getByText(/^Uploaded, /)).toBeVisible();
      await expectGoodForm(page, 'adding photos');
      await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
      await expect(page.getByRole('img', { name: 'Photo 1' })).toBeVisible();
      await expectGoodForm(page, 'a listing with photos');

      const sold = await somebody.list({ title: `Sold ${'Wortungetüm'.repeat(8)}` });
      const kept = await somebody.list({ title: `Kept ${uniqueWord()}, 2nd Edition`, price: 0 });
      await somebody.call('PATCH', `/api/books/${sold.id}`, { isSold: true });
      await somebody.call('POST', '/api/favorites/toggle', { bookId: sold.id, favorited: true });
      await open(page, '/favorites');
      await expect(page.getByRole('article')).toBeVisible();
      await expectGoodForm(page, 'favourites');
      await open(page, `/book/${kept.id}`);
      await page.getByRole('button', { name: 'More' }).click();
      await expectGoodForm(page, 'one’s own book, with its menu');
      await open(page, `/book/${kept.id}/edit`);
      await page.getByLabel('Author').fill('Another');
      await expectGoodForm(page, 'an edit with changes');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectGoodForm(page, 'discarding an edit');
      await open(page, '/profile');
      await expect(page.getByRole('article')).toHaveCount(2);
      await expectGoodForm(page, 'one’s listings');
      await page
        .getByRole('article')
        .filter({ hasText: 'Kept' })
        .getByRole('button', { name: 'Delete' })
        .click();
      await expectGoodForm(page, 'the question before deleting');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page)).toBeVisible();
      await expectGoodForm(page, 'a toast with Undo');
    });

    test('what the signed in see, of messages', async ({ browse, person, watch }) => {
      test.slow();
      watch.allow(/ERR_INTERNET_DISCONNECTED/);
      const [ann, bob] = [await person('Ann Seller'), await person('Bob Buyer')];
      const book = await ann.list({ title: `Talk of ${uniqueWord()}, 4th Edition` });
      const other = await ann.list({ title: `Silence of ${uniqueWord()}` });
      const page = await browse(bob);
      await open(page, '/messages');
      await expect(heading(page, 'No messages yet')).toBeVisible();
      await expectGoodForm(page, 'no messages');
      const id = await write(bob, book, `Hello\n\nhttps://example.org/${'x'.repeat(300)}`);
      await say(ann, id, 'Hm'.repeat(200));
      await open(page, '/messages');
      await expect(page.getByRole('main').getByText('Unread')).toBeAttached();
      await expectGoodForm(page, 'messages, one unread');
      await open(page, `/conversation/${id}`);
      await expect(page.getByRole('log').getByText('HmHm')).toBeVisible();
      await page.context().setOffline(true);
      await page.getByRole('textbox', { name: 'Message' }).fill('Anybody?');
      await page.keyboard.press('Enter');
      await expect(page.getByText('Sending…')).toBeVisible();
      await expectGoodForm(page, 'a conversation, offline');
      await page.context().setOffline(false);
      await expect(page.getByText('Sending…')).toHaveCount(0);
      await open(page, `/conversation/new?sellerId=${ann.id}&bookId=${other.id}`);
      await expect(heading(page, 'Write to Ann')).toBeVisible();
      await expectGoodForm(page, 'a new conversation');
      await open(page, '/conversation/new');
      await expect(heading(page, 'Invalid conversation')).toBeVisible();
      await expectGoodForm(page, 'an invalid conversation');
    });
  });
}
