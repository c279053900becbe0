import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { mailedLink, waitForMail } from '#tests/support/browser/mails.ts';
import { grantRole } from '#tests/support/browser/staff.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { newEmail, signInDemoAdmin, uniqueWord } from '#tests/support/browser/users.ts';

// Colors are judged, which must not be on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('a visitor gives notice of a listing, confirms the email, and is written the outcome', async ({
  browse,
  person,
  baseURL,
}) => {
  const [seller, moderator] = [await person('Ann Seller'), await person('Mia First')];
  await grantRole(await signInDemoAdmin(baseURL!), 'moderator', moderator);
  const book = await seller.list({ title: `Noticed ${uniqueWord()}` });
  const email = newEmail();
  const visitor = await browse(null);
  await openHydrated(visitor, `/book/${book.id}`);
  await visitor.getByRole('link', { name: 'Report illegal content' }).click();
  await expect(visitor.getByLabel('Address of the page')).toHaveValue(`${baseURL}/book/${book.id}`);
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByText('Tell us why you think it is illegal')).toBeVisible();
  await expectAccessibleInBothThemes(visitor, 'a notice with errors');
  await visitor.getByLabel('What is illegal about it?').fill('It is a pirated copy.');
  await visitor.getByRole('textbox', { name: 'Your name' }).fill('Nora Notifier');
  await visitor.getByRole('textbox', { name: 'Your email' }).fill(email);
  await visitor.getByRole('checkbox', { name: /^To the best of my knowledge/ }).check();
  await visitor.getByRole('button', { name: 'Send report' }).click();
  await expect(visitor.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  const receipt = (await visitor.getByText(/^N-\d{4}-\d{4,}$/).textContent())!;

  await openHydrated(visitor, await mailedLink(email, 'notice'));
  await visitor.getByRole('button', { name: 'Send me the receipt' }).click();
  await expect(visitor.getByText(receipt)).toBeVisible();
  await waitForMail(email, `We received your report ${receipt}`);

  const team = await browse(moderator);
  await openHydrated(team, '/admin?tab=cases');
  await team.locator('a[href^="/admin/cases/"]').filter({ hasText: book.title }).click();
  await expect(team.getByText('It is a pirated copy.')).toBeVisible();
  await team.getByRole('button', { name: /^Close without a measure/ }).click();
  const dialog = team.getByRole('dialog', { name: 'Close without a measure' });
  await dialog.getByRole('button', { name: 'Close the case' }).click();
  await expect(currentToast(team)).toContainText('Case closed');
  const outcome = await waitForMail(email, `What we decided about your report ${receipt}`);
  expect(outcome).toContain('took no measure');
});
