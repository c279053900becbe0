import type { Page } from '@playwright/test';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

/** The admin of the demo campus; the server prints the password. */
async function asAdmin(page: Page): Promise<void> {
  await openHydrated(page, '/admin');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toHaveCount(0);
  await page.getByLabel('Email').fill('ruth@demo.example');
  await page.getByLabel('Password').fill('bookswap-demo');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
}
/** With or without a count of pending items. */
const tab = (page: Page, name: string) =>
  page.getByRole('tab', { name: new RegExp(`^${name}( \\d+ open)?$`) });
const row = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('every tab of the dashboard opens by pointer, by keyboard and by Back', async ({ page }) => {
  await asAdmin(page);
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('emails go to the log and the outbox folder of DATA_DIR')).toBeVisible();
  for (const label of ['Total Books', 'Total Users', 'Active Listings'])
    await expect(page.locator('dl > div', { hasText: label }).getByRole('definition')).not.toHaveText('0');
  for (const title of ['New listings', 'Messages', 'Income'])
    await expect(page.getByRole('img', { name: `${title} per day` })).toBeVisible();

  await tab(page, 'Books').click();
  await expect(page).toHaveURL('/admin?tab=books');
  await expect(page.getByRole('article').first()).toContainText(/@(demo|journeys)\.example/);
  await page.getByRole('searchbox').fill('nothing is called so');
  await expect(page.getByText('No books found')).toBeVisible();
  await expect(page).toHaveURL('/admin?tab=books&search=nothing+is+called+so');
  await page.reload();
  await expect(page.getByRole('searchbox')).toHaveValue('nothing is called so');
  await expect(page.getByText('No books found')).toBeVisible();
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Shift+Tab');
  await tab(page, 'Books').press('ArrowRight');
  await expect(tab(page, 'Users')).toBeFocused();
  const ruth = row(page, 'ruth@demo.example');
  await page.getByRole('searchbox').fill('ruth');
  await expect(ruth.getByText('Admin')).toBeVisible();
  await expect(ruth.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await page.getByRole('searchbox').fill('nobody is called so');
  await expect(page.getByText('No users found')).toBeVisible();
  for (const name of ['Data', 'Support', 'Cases']) {
    await tab(page, name).click();
    await expect(page.getByRole('heading', { name, level: 2, exact: true })).toBeAttached();
  }
  await page.goBack();
  await expect(tab(page, 'Support')).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Back to App' }).click();
  await expect(page).toHaveURL('/');
});

test('an admin deletes a book and a user, whose session ends at once', async ({
  page,
  browse,
  person,
  watch,
}) => {
  watch.allow(/^401 GET \/api\/auth\/token$/);
  const leaving = await person(`Lea ${uniqueWord()}`);
  const book = await leaving.list({ title: `Herbarium ${uniqueWord()}` });
  const theirs = await browse(leaving);
  await openHydrated(theirs, '/messages');
  await expect(theirs.getByText('No messages yet')).toBeVisible();
  await asAdmin(page);

  await tab(page, 'Books').click();
  await page.getByRole('searchbox').fill(book.title);
  await row(page, book.title).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('This permanently deletes');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(currentToast(page)).toContainText('Book deleted successfully');
  await expect(currentToast(page)).toContainText('The book has been removed from the platform.');
  await expect(page.getByText('No books found')).toBeVisible();

  await tab(page, 'Users').click();
  await page.getByRole('searchbox').fill(leaving.name);
  await row(page, leaving.name).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText("they'll be signed out everywhere");
  // A stranger may have entered it.
  await expect(question.getByLabel('Ban this email')).toHaveCount(0);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(theirs).toHaveURL('/');
  await expect(theirs.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(currentToast(theirs)).toContainText("You've been signed out");
  await expect(currentToast(page)).toContainText('User deleted successfully');
  await expect(currentToast(page)).toContainText('The user and all their data have been removed.');
  await expect(page.getByText('No users found')).toBeVisible();

  await tab(page, 'Audit log').click();
  for (const words of ['Deleted a user', 'Deleted a listing'])
    await expect(row(page, words).first()).toContainText('Ruth Abara');
  await expect(page.getByText(leaving.email)).toHaveCount(0);
});
