import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { E2E_PASSWORD, uniqueWord, sendFirstMessage } from '#tests/support/browser/users.ts';
import { phonePhoto } from '#tests/support/browser/photos.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' });
const dataTheme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'] ?? null);

test('name and university can be edited, survive a reload, and show to others', async ({
  browse,
  page,
  person,
}) => {
  const word = uniqueWord();
  const robin = await person('Robin Reader');
  const book = await robin.list({ title: `Listed ${word}` });
  const mine = await browse(robin);
  await openHydrated(mine, '/profile');
  await expect(save(mine)).toBeDisabled();
  await mine.getByLabel('Name').fill(`Robin ${word}`);
  await expect(mine.getByText('No university added')).toBeVisible();
  await mine.getByLabel('University').fill('Northfield University');
  await openHydrated(mine, '/profile');
  await expect(mine.getByLabel('Name')).toHaveValue(`Robin ${word}`);
  await mine.getByLabel('Name').fill(' ');
  await save(mine).click();
  await expect(mine.getByLabel('Name')).toBeFocused();
  await expect(mine.getByText('Name is required')).toBeVisible();
  await mine.getByLabel('Name').fill(`Robin ${word}`);
  await save(mine).click();
  await expect(currentToast(mine)).toContainText('Profile saved');
  await expect(mine.getByRole('heading', { name: `Robin ${word}` })).toBeVisible();
  await expect(save(mine)).toBeDisabled();
  await expect(mine.getByLabel('Email')).toHaveValue(robin.email);
  await expect(mine.getByLabel('Email')).not.toBeEditable();

  await openHydrated(page, `/book/${book.id}`);
  await expect(page.getByText(`Robin ${word}`)).toBeVisible();
  await expect(page.getByText('Northfield University')).toBeVisible();
});

test('a profile image can be chosen, shows to others, and can be removed', async ({
  browse,
  page,
  person,
  watch,
}) => {
  watch.allow(/^console Connecting to 'blob:/);
  const robin = await person();
  const book = await robin.list({ title: `Pictured ${uniqueWord()}` });
  const mine = await browse(robin);
  await openHydrated(mine, '/profile');
  await mine.getByRole('button', { name: 'Change your photo' }).click();
  await mine.getByLabel('Photo', { exact: true }).setInputFiles(await phonePhoto('me.jpg', '#305070'));
  await expect(currentToast(mine)).toContainText('Photo saved');
  await expect(mine.getByRole('dialog')).toBeHidden();
  await openHydrated(page, `/book/${book.id}`);
  await expect(page.locator('[data-initials] img')).toHaveAttribute('src', /^\/objects\/uploads\//);

  await mine.getByRole('button', { name: 'Change your photo' }).click();
  await mine.getByRole('button', { name: 'Remove photo' }).click();
  await expect(currentToast(mine)).toContainText('Photo removed');
  await expect(mine.getByRole('main').locator('[data-initials] img')).toHaveCount(0);
});

test('the chosen theme applies to every page before the first paint', async ({ browse, person, watch }) => {
  const mine = await browse(await person(), { colorScheme: 'light' });
  await openHydrated(mine, '/profile');
  await mine.getByRole('button', { name: 'Theme: same as device' }).click();
  await mine.getByRole('button', { name: 'Theme: light' }).click();
  await expect(mine.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
  expect(await dataTheme(mine)).toBe('dark');
  // Before any script has loaded.
  watch.allow(/^failed GET \/assets\//);
  await mine.route('**/assets/*.js', (route) => route.abort());
  await mine.goto('/terms', { waitUntil: 'commit' });
  await expect(mine.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await dataTheme(mine)).toBe('dark');
  const colors = mine.locator('meta[name="theme-color"]');
  for (const color of await colors.all()) await expect(color).toHaveAttribute('content', '#171411');
  await mine.unroute('**/assets/*.js');
  await openHydrated(mine, '/profile');
  await mine.getByRole('button', { name: 'Theme: dark' }).click();
  expect(await dataTheme(mine)).toBeNull();
});

test('the data export is a file, and deleting the account deletes everything, everywhere', async ({
  browse,
  page,
  person,
  watch,
}) => {
  const word = uniqueWord();
  const [robin, other] = [await person('Robin Reader'), await person('Olga Other')];
  const book = await robin.list({ title: `Going ${word}` });
  await sendFirstMessage(other, book, 'Is it still there?');
  const mine = await browse(robin);
  const elsewhere = await browse(robin);
  const partner = await browse(other);
  await openHydrated(elsewhere, '/profile');
  await expect(elsewhere.getByText(`Going ${word}`).first()).toBeVisible();
  await openHydrated(partner, '/messages');
  await expect(partner.getByRole('link', { name: new RegExp(`Going ${word}`) })).toBeVisible();
  await openHydrated(mine, '/profile');
  await mine.getByRole('link', { name: 'Account Settings' }).click();
  await expect(mine).toHaveURL('/account-settings');

  const download = mine.waitForEvent('download');
  await mine.getByRole('button', { name: 'Export my data' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('bookswap-data.json');
  const text = await readFile(await file.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({ account: { email: robin.email }, listings: [{ id: book.id }] });
  expect(text).not.toContain(other.email);

  watch.allow(/^40[13] /, /^404 GET \/api\/conversations/, /^console The account could not be synchronized/);
  await mine.getByRole('button', { name: 'Delete my account' }).click();
  const question = mine.getByRole('dialog', { name: 'Delete your account?' });
  await expect(question.getByRole('button', { name: 'Keep account' })).toBeFocused();
  await question.getByLabel('Current Password').fill('not this one');
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(question.getByText('Current password is incorrect')).toBeVisible();
  await question.getByLabel('Current Password').fill(E2E_PASSWORD);
  await question.getByRole('button', { name: 'Delete my account' }).click();
  await expect(mine).toHaveURL('/');
  await expect(currentToast(mine)).toContainText('Account deleted');
  await expect(mine.getByRole('banner').getByRole('button', { name: 'Sign In' })).toBeVisible();

  // The other device learns it from its socket alone, and so does the other user's list.
  await expect(elsewhere).toHaveURL('/');
  await expect(currentToast(elsewhere)).toContainText("You've been signed out");
  await expect(partner.getByRole('link', { name: new RegExp(`Going ${word}`) })).toBeHidden();
  await openHydrated(page, `/?search=${word}`);
  await expect(page.getByRole('heading', { name: 'No books found' })).toBeVisible();
});
