import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { grantRole } from '#tests/support/browser/staff.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { sendFirstMessage, signInDemoAdmin, uniqueWord } from '#tests/support/browser/users.ts';

// Colors are judged, which must not be on their way.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PAUSED = /^Your account is paused until /;

test('a seller who is paused amid a trade finishes it, and writes nowhere else', async ({
  browse,
  person,
  baseURL,
}) => {
  const [maya, grace] = [await person('Maya Rao'), await person('Grace Lim')];
  const [theo, moderator] = [await person('Theo Park'), await person('Mia First')];
  await grantRole(await signInDemoAdmin(baseURL!), 'moderator', moderator);
  const reserved = await maya.list({ title: `Reserved ${uniqueWord()}`, price: 5_400 });
  const other = await maya.list({ title: `Other ${uniqueWord()}` });
  const trade = await sendFirstMessage(grace, reserved, 'Shall we meet?');
  const talk = await sendFirstMessage(theo, other, 'Is it still available?');
  await maya.call('POST', `/api/conversations/${trade}/reservations`, {});
  await theo.call('POST', '/api/reports', { kind: 'user', id: maya.id, reason: 'spam', text: 'Spams me' });

  const [seller, buyer, team] = [await browse(maya), await browse(grace), await browse(moderator)];
  await openHydrated(seller, `/conversation/${talk}`);
  await expect(seller.getByRole('textbox', { name: 'Message' })).toBeVisible();
  await openHydrated(team, '/admin?tab=cases');
  await team.locator('a[href^="/admin/cases/"]').filter({ hasText: 'Maya Rao' }).first().click();
  await team.getByRole('button', { name: /^Pause/ }).click();
  const dialog = team.getByRole('dialog', { name: 'Pause Maya Rao' });
  await dialog.getByText('7 days', { exact: true }).click();
  await expect(dialog).toContainText('Maya may read and finish 1 reserved trade.');
  await dialog.getByText('Spam', { exact: true }).click();
  await expectAccessibleInBothThemes(team, 'a pause');
  await dialog.getByRole('button', { name: 'Pause for 7 days' }).click();
  await expect(currentToast(team)).toContainText('Account paused');

  await openHydrated(seller, `/conversation/${talk}`);
  await expect(seller.getByRole('contentinfo').getByText(PAUSED)).toBeVisible();
  await expect(seller.getByRole('textbox', { name: 'Message' })).toHaveCount(0);
  const overflow = () => seller.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  await expect.poll(overflow, 'the notice takes its height from the messages').toBe(0);
  await expectAccessibleInBothThemes(seller, 'a conversation of a paused user');
  await openHydrated(seller, '/');
  await expect(seller.getByText(PAUSED)).toBeVisible();
  await expect(seller.getByRole('link', { name: 'Read the decision' })).toBeVisible();

  await openHydrated(seller, `/conversation/${trade}`);
  await seller.getByRole('textbox', { name: 'Message' }).fill('Yes, now.');
  await seller.keyboard.press('Enter');
  await openHydrated(buyer, `/conversation/${trade}`);
  await expect(buyer.getByRole('log').getByText('Yes, now.')).toBeVisible();
  await buyer.getByRole('link', { name: 'Handover code' }).click();
  const digits = buyer.locator('[aria-labelledby=code-title] p > span[aria-hidden]');
  await expect(digits).toHaveText(/^\d{3} \d{3}$/);
  await seller.getByRole('link', { name: 'Confirm handover' }).click();
  await seller.getByLabel('Code', { exact: true }).fill((await digits.innerText()).replace(' ', ''));
  await seller.getByRole('button', { name: 'Confirm handover' }).click();
  await expect(seller.getByRole('heading', { name: 'Sold to Grace for $54.00' })).toBeVisible();
  await expect(buyer.getByText('The book is yours.')).toBeVisible();
});
