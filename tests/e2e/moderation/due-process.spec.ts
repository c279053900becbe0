import type { Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { e2eCards, payWith } from '#tests/support/browser/payments.ts';
import { uploadPhotoAs } from '#tests/support/browser/photos.ts';
import { grantRole } from '#tests/support/browser/staff.ts';
import { verifyEmails } from '#tests/support/browser/stored-data.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { type E2eUser, sendFirstMessage, signInDemoAdmin, uniqueWord } from '#tests/support/browser/users.ts';

// Colors are judged, which must not be on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const NOTE = 'The photo shows a copy.';

/** Opens the case in the list of the team. */
const caseOf = (page: Page, title: string) =>
  page.locator('a[href^="/admin/cases/"]').filter({ hasText: title });

/** The book as its buyer sees it, and what was said and offered about it; its times apart, in milliseconds. */
async function readListing(buyer: E2eUser, id: string, conversationId: string) {
  const { boostedUntil, expiresAt, ...book } = await buyer.call('GET', `/api/books/${id}`);
  const messages = await buyer.call<{ content: string; offer?: unknown }[]>(
    'GET',
    `/api/conversations/${conversationId}/messages`,
  );
  return {
    shown: { book, messages: messages.map(({ content, offer }) => ({ content, offer })) },
    boostedUntil: Date.parse(boostedUntil as string),
    expiresAt: Date.parse(expiresAt as string),
  };
}

async function report(page: Page, bookId: string): Promise<void> {
  await openHydrated(page, `/book/${bookId}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Report listing' }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this listing' });
  await dialog.getByRole('radio', { name: 'Misleading listing' }).check();
  await dialog.getByLabel('Details (optional)').fill('It is a photocopy');
  await dialog.getByRole('button', { name: 'Report' }).click();
  await expect(currentToast(page)).toContainText("Thanks. We'll look into it.");
}

/** Hides the listing of the open case, as a first try without a reason shows. */
async function hide(page: Page, seller: string): Promise<void> {
  await page.getByRole('button', { name: 'Take the case' }).click();
  await expect(page.getByText('You took the case').first()).toBeVisible();
  await page.getByRole('button', { name: /^Hide/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Hide listing' });
  await dialog.getByRole('button', { name: 'Hide listing' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Choose a reason');
  await dialog.getByText('Scam', { exact: true }).click();
  await dialog.getByLabel(`Note to ${seller} (optional)`).fill(NOTE);
  await dialog.getByLabel('Internal note (optional)').fill('Asked the seller twice.');
  await expectAccessibleInBothThemes(page, 'a measure');
  await dialog.getByRole('button', { name: 'Hide listing' }).click();
  await expect(currentToast(page)).toContainText('Listing hidden');
}

/** Reads why in the settings, and appeals. */
async function appeal(page: Page): Promise<void> {
  await openHydrated(page, '/account-settings');
  await page.getByRole('link', { name: /^Decisions about you/ }).click();
  await page.getByRole('link', { name: /^Listing hidden/ }).click();
  const statement = page.getByRole('article', { name: 'We hid your listing' });
  await expect(statement).toContainText(NOTE);
  await expect(statement).not.toContainText('Asked the seller twice.');
  await expectAccessibleInBothThemes(page, 'a decision');
  await page.getByRole('button', { name: 'Appeal this decision' }).click();
  const dialog = page.getByRole('dialog', { name: 'Appeal this decision' });
  await dialog.getByLabel('Why is the decision wrong?').fill('It is the printed book.');
  await dialog.getByRole('button', { name: 'Send appeal' }).click();
  await expect(page.getByText(/^You appealed on /)).toBeVisible();
}

/** The answer of another member. */
async function reverse(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Reverse' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reverse the decision' });
  await dialog.getByLabel('Answer to the person').fill('You are right, it is printed.');
  await dialog.getByRole('button', { name: 'Reverse' }).click();
  await expect(currentToast(page)).toContainText('Appeal answered');
}

test('a reported listing is hidden, its seller appeals, and another moderator restores it as it was', async ({
  browse,
  person,
  page: request,
  baseURL,
  watch,
}) => {
  watch.allow(/^404 GET (\/api\/books|\/book|\/api\/offers)\//);
  const [seller, student] = [await person('Ann Seller'), await person('Bob Buyer')];
  const [first, second] = [await person('Mia First'), await person('Max Second')];
  await verifyEmails(seller, student, first, second);
  await grantRole(await signInDemoAdmin(baseURL!), 'moderator', first, second);
  const word = uniqueWord();
  const images = [await uploadPhotoAs(seller, request.request)];
  const book = await seller.list({ title: `Copied ${word}`, price: 5_400, images });
  const conversationId = await sendFirstMessage(student, book, 'Is it printed?');
  await student.call('POST', `/api/conversations/${conversationId}/offers`, { amount: 5_000 });
  await student.call('POST', '/api/favorites/toggle', { bookId: book.id });
  const [hers, his] = [await browse(seller), await browse(student)];
  const [mia, max] = [await browse(first), await browse(second)];
  await openHydrated(hers, `/boost/${book.id}`);
  await payWith(hers, e2eCards.good);
  await expect(currentToast(hers)).toContainText('Payment Successful!');
  const before = await readListing(student, book.id, conversationId);

  await openHydrated(mia, '/admin?tab=cases');
  await report(his, book.id);
  await caseOf(mia, book.title).click();
  await expect(mia.getByText('It is a photocopy')).toBeVisible();
  await hide(mia, 'Ann');

  await openHydrated(his, `/?search=${word}`);
  await expect(his.getByRole('link', { name: book.title })).toHaveCount(0);
  await openHydrated(his, `/book/${book.id}`);
  await expect(his.getByRole('heading', { level: 1 })).not.toHaveText(book.title);
  await openHydrated(his, '/favorites');
  await expect(his.getByRole('heading', { name: 'No longer available' })).toBeVisible();

  await appeal(hers);
  await expect(mia.getByText('You took this measure, so someone else decides.')).toBeVisible();
  await expect(mia.getByRole('button', { name: 'Reverse' })).toBeDisabled();
  await openHydrated(max, '/admin?tab=cases&show=appeals');
  await caseOf(max, book.title).click();
  await expect(max.getByText('It is the printed book.')).toBeVisible();
  await expectAccessibleInBothThemes(max, 'an appeal');
  await reverse(max);

  await openHydrated(his, '/favorites');
  const card = his.getByRole('article').filter({ hasText: book.title });
  await expect(card.locator('img')).toHaveCount(1);
  await openHydrated(his, `/?search=${word}`);
  await expect(card).toContainText('Boosted');
  await openHydrated(his, `/conversation/${conversationId}`);
  await expect(his.getByRole('article', { name: /^Your offer/ })).toContainText('$50.00');
  const after = await readListing(student, book.id, conversationId);
  expect(after.shown).toEqual(before.shown);
  // It gets the time back in which nobody saw it.
  const hidden = after.boostedUntil - before.boostedUntil;
  expect(hidden).toBeGreaterThan(0);
  expect(after.expiresAt - before.expiresAt).toBe(hidden);
  await hers.reload();
  await expect(hers.getByText('You are right, it is printed.')).toBeVisible();
});
