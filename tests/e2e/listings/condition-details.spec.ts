import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';

test('condition details stay in the draft, are shown on the book page, and can be taken back', async ({
  browse,
  person,
}) => {
  const title = `Detailed ${uniqueWord()}`;
  const seller = await person();
  const { id } = await seller.list({ title });
  const page = await browse(seller);
  await openHydrated(page, `/book/${id}/edit`);
  const details = page.locator('details').filter({ hasText: 'Condition details' });
  const option = (group: string, name: string) =>
    details.getByRole('group', { name: group }).getByRole('button', { name });
  await details.getByText('Condition details').click();
  await option('Highlighting', 'Some').click();
  await option('Notes', 'Heavy').click();
  await option('Notes', 'None').click();
  await option('Access code', 'Unused').click();
  await option('Flaws', 'Water damage').click();
  await option('Flaws', 'Water damage').click();
  await option('Flaws', 'Cover damage').click();
  await details.getByRole('switch', { name: 'International edition' }).click();
  const said = 'Some highlighting, no notes, access code unused, cover damage, international edition';
  await expect(details.getByText(said)).toBeVisible();
  await expectAccessibleInBothThemes(page, 'a form with condition details');

  await page.reload();
  await expect(details.getByText(said)).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/profile');
  await openHydrated(page, `/book/${id}`);
  await expect(page.getByRole('main').getByRole('listitem')).toContainText([
    'Some highlighting',
    'No notes',
    'Access code unused',
    'Cover damage',
    'International edition',
  ]);

  await openHydrated(page, `/book/${id}/edit`);
  await details.getByText('Condition details').click();
  await expect(option('Access code', 'Unused')).toHaveAttribute('aria-pressed', 'true');
  await option('Access code', 'Unused').click();
  await expect(option('Access code', 'Unused')).toHaveAttribute('aria-pressed', 'false');
});
