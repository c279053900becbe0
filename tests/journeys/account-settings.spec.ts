import type { Page } from '@playwright/test';
import { expect, open, test } from '../support/journey-test.ts';

const everywhere = (page: Page) =>
  page.getByRole('main').getByRole('button', { name: 'Sign out everywhere', exact: true });

test('signing out everywhere asks first, and says that it is here as well', async ({
  browse,
  person,
  watch,
}) => {
  // Whatever asks for something at that moment is told that the session has ended.
  watch.allow(/^401 /);
  const page = await browse(await person('Ann Reader'));
  await open(page, '/account-settings');
  await everywhere(page).click();
  const question = page.getByRole('dialog', { name: 'Sign out everywhere?' });
  await expect(question).toContainText('this one too');
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect(question).toBeHidden();
  await page.reload();
  await everywhere(page).click();
  await question.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});
