import { readFile } from 'node:fs/promises';
import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { delayResponses } from '#tests/support/browser/network.ts';
import { currentToast, expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';

test('two plan, change, accept and cancel a meeting, one of them without a connection for a while', async ({
  browse,
  person,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const [maya, grace] = [await person('Maya Rao'), await person('Grace Lim')];
  const book = await maya.list({ title: `Met about ${uniqueWord()}`, price: 5_400 });
  const id = await sendFirstMessage(grace, book, 'Where can we meet?');
  const [seller, buyer] = [await browse(maya), await browse(grace)];
  await openHydrated(seller, `/conversation/${id}`);
  await openHydrated(buyer, `/conversation/${id}`);
  const strip = buyer.getByRole('region', { name: 'Reservation' });
  const release = await delayResponses(buyer, /\/api\/messages\/[^/]+\/read$/);
  await seller.getByRole('button', { name: 'Reserve for Grace' }).click();
  await expect(strip).toContainText('Reserved for you, $54.00');
  // The read mark was requested before the page knew of the reservation.
  const marked = buyer.waitForResponse(/\/read$/);
  await release();
  await (await marked).finished();
  await expect(strip).toContainText('Reserved for you, $54.00');

  await buyer.getByRole('button', { name: 'Plan a meeting' }).click();
  const plan = buyer.getByRole('dialog', { name: 'Plan a meeting' });
  await plan.getByLabel('Somewhere else').check();
  await plan.getByRole('button', { name: 'Propose' }).click();
  await expect(plan.getByText('Place is required')).toBeVisible();
  await expect(plan.getByLabel('Where', { exact: true })).toBeFocused();
  await expectAccessibleInBothThemes(buyer, 'a meeting that is planned');
  await plan.getByLabel('Where', { exact: true }).fill('Fountain');
  await buyer.context().setOffline(true);
  await plan.getByRole('button', { name: 'Propose' }).click();
  await expect(currentToast(buyer)).toContainText('Nothing changed. Try again when you are online.');
  await expect(plan.getByLabel('Where', { exact: true })).toHaveValue('Fountain');
  await buyer.context().setOffline(false);
  await plan.getByRole('button', { name: 'Propose' }).click();
  await expect(plan).toHaveCount(0);
  await expect(buyer.getByRole('article', { name: 'Meeting, Fountain' })).toContainText('Waiting for Maya');
  await expect(buyer.getByRole('button', { name: 'Plan a meeting' })).toHaveCount(0);

  const received = seller.getByRole('article', { name: 'Meeting, Fountain' });
  await expect(received.getByRole('button', { name: 'Accept' })).toBeVisible();
  await expectAccessibleInBothThemes(seller, 'a proposed meeting');
  await received.getByRole('button', { name: 'Change' }).click();
  const change = seller.getByRole('dialog', { name: 'Change the meeting' });
  await expect(change.getByLabel('Where', { exact: true })).toHaveValue('Fountain');
  await change.getByLabel('Time').fill('15:30');
  await change.getByRole('button', { name: 'Propose' }).click();
  await expect(received.first()).toContainText('You suggested another time');

  const changed = buyer.getByRole('article', { name: /^Meeting, Fountain, .*3:30/ });
  await changed.getByRole('button', { name: 'Accept' }).click();
  await expect(changed).toContainText('Accepted');
  for (const page of [buyer, seller])
    await expect(page.getByRole('region', { name: 'Reservation' })).toContainText(
      /Tomorrow, 3:30\sPM, Fountain/,
    );
  await expectAccessibleInBothThemes(buyer, 'an accepted meeting');

  const [saved] = await Promise.all([
    buyer.waitForEvent('download'),
    changed.getByRole('button', { name: 'Add to calendar' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.ics$/);
  const file = await readFile(await saved.path(), 'utf8');
  expect(file).toContain('\r\nLOCATION:Fountain\r\n');
  expect(file).toContain('\r\nSTATUS:CONFIRMED\r\n');

  await changed.getByRole('button', { name: 'Cancel the meeting' }).click();
  await buyer.getByRole('dialog').getByRole('button', { name: 'Cancel meeting' }).click();
  const line = seller.getByText(/^Grace canceled the meeting, /);
  await expect(line).toBeVisible();
  await expect(line).not.toContainText('Fountain');
  await expect(changed.getByRole('button', { name: 'Remove from calendar' })).toBeVisible();
  for (const page of [buyer, seller])
    await expect(page.getByRole('button', { name: 'Plan a meeting' })).toBeVisible();
});
