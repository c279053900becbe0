import { expectAccessible } from '#tests/support/browser/accessibility.ts';
import { verifyEmails } from '#tests/support/browser/stored-data.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';

test('both of a sale review each other, and the profile shows it with a reply', async ({
  browse,
  person,
  page,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const [maya, grace] = [await person('Maya Rao'), await person('Grace Lim')];
  await verifyEmails(maya, grace);
  const book = await maya.list({ title: `Optics ${uniqueWord()}`, price: 2_200 });
  const id = await sendFirstMessage(grace, book, 'Is it still available?');
  const named = await maya.call<{ id: string }>('POST', `/api/books/${book.id}/named-sale`, {
    buyerId: grace.id,
  });
  await grace.call('POST', `/api/named-sales/${named.id}/response`, { received: true });

  const buyer = await browse(grace);
  await openHydrated(buyer, `/conversation/${id}`);
  await buyer.getByRole('button', { name: 'Write a review' }).click();
  const dialog = buyer.getByRole('dialog', { name: 'How was it with Maya?' });
  await expect(dialog.getByText('Bought today, $22.00')).toBeVisible();
  await dialog.getByRole('button', { name: 'Post review' }).click();
  await expect(dialog.getByText('Choose 1 to 5 stars')).toBeVisible();
  await dialog.getByRole('radio', { name: '3 stars' }).focus();
  await buyer.keyboard.press('Space');
  await buyer.keyboard.press('ArrowRight');
  await dialog.getByRole('button', { name: 'On time' }).click();
  await dialog.getByLabel('In your words').fill('Waited when my lab ran late.');
  await expectAccessible(buyer, 'the review of a sale');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await openHydrated(buyer, `/conversation/${id}`);
  await buyer.getByRole('button', { name: 'Write a review' }).click();
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await buyer.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Post review' }).click();
  await expect(dialog.getByRole('status')).toContainText('It will be sent when you reconnect.');
  await buyer.context().setOffline(false);
  await expect(buyer.getByText("Maya can't see your review yet.")).toBeVisible();
  await openHydrated(page, `/user/${maya.id}`);
  await expect(page.getByText('Waited when my lab ran late.')).toHaveCount(0);

  const seller = await browse(maya);
  await openHydrated(seller, '/profile');
  await seller.getByRole('button', { name: 'Write a review' }).click();
  await expect(seller.getByRole('dialog').getByText('Sold today, $22.00')).toBeVisible();
  await seller.getByRole('radio', { name: '5 stars' }).check({ force: true });
  await seller.getByRole('button', { name: 'Post review' }).click();
  await expect(seller.getByText('Review posted', { exact: true })).toBeVisible();

  await openHydrated(seller, `/user/${maya.id}`);
  await seller.getByRole('button', { name: 'Reply' }).click();
  await seller.getByLabel('Your reply').fill('Thank you');
  await seller.context().setOffline(true);
  await seller.getByRole('button', { name: 'Post reply' }).click();
  await expect(seller.getByText('It will be sent when you reconnect.')).toBeVisible();
  await seller.context().setOffline(false);
  await expect(seller.getByText('Maya answered')).toBeVisible();
  await expectAccessible(seller, 'a profile with a review');
  await openHydrated(page, `/user/${maya.id}`);
  await expect(page.getByText('Waited when my lab ran late.')).toBeVisible();
  await expect(page.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
});
