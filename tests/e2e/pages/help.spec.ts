import type { Page } from '@playwright/test';
import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { newEmail, uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';

const thanks = "Thank you for contacting us! We'll get back to you within 24 hours.";
const question = (page: Page, words: string) => page.locator('summary').filter({ hasText: words });
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Categories' }).getByRole('button', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' }).click();

async function write(page: Page, words: Partial<Record<'Name' | 'Email' | 'Subject' | 'Message', string>>) {
  for (const [label, text] of Object.entries(words)) await page.getByLabel(label, { exact: true }).fill(text);
}

test('questions can be filtered by category and opened by keyboard, one at a time', async ({ page }) => {
  await openHydrated(page, '/help');
  await expect(page.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/profile');
  await page.getByRole('button', { name: 'Safety Tips' }).click();
  await expect(chip(page, 'Safety & Guidelines')).toHaveAttribute('aria-pressed', 'true');
  await expect(question(page, 'Where should we meet?')).toBeVisible();
  await expect(question(page, 'How do payments work?')).toBeHidden();
  await page.getByRole('button', { name: 'Getting Started' }).first().click();
  await expect(chip(page, 'Getting Started')).toHaveAttribute('aria-pressed', 'true');
  await chip(page, 'Premium Features').click();
  await expect(page.locator('summary')).toHaveCount(2);

  await chip(page, 'Buying & Selling').click();
  const payments = page.getByText("BookSwap doesn't handle payments between students.");
  await question(page, 'How do payments work?').focus();
  await page.keyboard.press('Enter');
  await expect(payments).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(question(page, 'What should a listing include?')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(page.getByText('Clear photos, the condition')).toBeVisible();
  await expect(payments).toBeHidden();
  await expectAccessible(page, 'help');
});

test('a bot’s message is confirmed and discarded; a user’s message is answered', async ({
  browse,
  page,
  person,
}) => {
  const [robot, human] = [uniqueWord(), uniqueWord()];
  await openHydrated(page, '/help');
  const trap = page.locator('input[name="homepage"]');
  await expect(trap).toBeHidden();
  await write(page, { Name: 'Robot', Email: newEmail(), Subject: robot, Message: 'Buy' });
  await trap.evaluate((input: HTMLInputElement) => (input.value = 'https://pills.example'));
  await send(page);
  await expect(page.getByRole('alert')).toHaveText(thanks);

  const robin = await person('Robin Reader');
  const theirs = await browse(robin);
  await openHydrated(theirs, '/help');
  await expect(theirs.getByLabel('Name')).toHaveValue('Robin Reader');
  await expect(theirs.getByLabel('Email')).toHaveValue(robin.email);
  await write(theirs, { Subject: human, Message: 'Which edition?' });
  await send(theirs);
  await expect(theirs.getByRole('alert')).toHaveText(thanks);
  await expect(theirs.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await theirs.getByRole('link', { name: 'Back' }).click();
  await expect(theirs).toHaveURL('/profile');

  const admin = await browse();
  await openHydrated(admin, '/admin');
  await admin.getByLabel('Email').fill('ruth@demo.example');
  await admin.getByLabel('Password', { exact: true }).fill('bookswap-demo');
  await admin.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await admin.getByRole('tab', { name: 'Support' }).click();
  await expect(admin.getByText('No mail server is set')).toBeVisible();
  const letter = admin.getByRole('article', { name: human });
  await expect(letter).toContainText('Which edition?');
  await expect(admin.getByRole('article', { name: robot })).toHaveCount(0);
  await letter.getByLabel('Answer').fill('The tenth.');
  await expectAccessible(admin, 'the support inbox');
  await letter.getByRole('button', { name: 'Send Answer' }).click();
  await expect(letter).toHaveCount(0);
  await admin.getByRole('button', { name: 'Closed' }).click();
  await expect(letter).toContainText('The tenth.');
});
