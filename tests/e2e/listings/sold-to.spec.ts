import { expectAccessible, measureLayoutShift } from '#tests/support/browser/accessibility.ts';
import { delayResponses } from '#tests/support/browser/network.ts';
import { expect, openHydrated, test } from '#tests/support/browser/test.ts';
import { sendFirstMessage, uniqueWord } from '#tests/support/browser/users.ts';

test('a seller says who bought a book, the buyer confirms it on their phone and sells it again', async ({
  browse,
  person,
}) => {
  // Two phones and many pages.
  test.slow();
  const [maya, grace] = [await person('Maya Rao'), await person('Grace Lim')];
  const title = `Circuits ${uniqueWord()}`;
  const book = await maya.list({ title, price: 5_400 });
  const conversationId = await sendFirstMessage(grace, book, 'Is it still available?');
  const [seller, buyer] = [await browse(maya), await browse(grace)];
  await openHydrated(buyer, '/profile');
  await openHydrated(seller, '/profile');

  const dialog = seller.getByRole('dialog', { name: 'Who bought it?' });
  const sellToGrace = async () => {
    await seller.getByRole('button', { name: 'Mark as sold' }).click();
    await expect(dialog.getByRole('radio', { name: 'Someone else' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Mark as sold' }).click();
    const problem = (await dialog.getByText('Choose who bought it.').boundingBox())!;
    expect(problem.y).toBeLessThan((await dialog.getByRole('radio').first().boundingBox())!.y);
    await dialog.getByRole('radio', { name: 'Grace Lim' }).check();
    await expectAccessible(seller, 'who bought it');
    await dialog.getByRole('button', { name: 'Mark as sold' }).click();
    await expect(seller.getByText('Waiting for Grace Lim')).toBeVisible();
  };
  await sellToGrace();

  const question = buyer.getByRole('region', { name: `Did you get ${title}?` });
  await expect(question).toContainText('Maya Rao marked it as sold to you.');
  await expectAccessible(buyer, 'a question about a sale');
  await openHydrated(buyer, `/conversation/${conversationId}`);
  const strip = buyer.getByRole('region', { name: 'Sale' });
  await expect(strip).toContainText(`Did you get ${title}?`);
  await expectAccessible(buyer, 'a question about a sale in its conversation');
  await strip.getByRole('button', { name: 'No' }).click();
  const denial = buyer.getByRole('dialog', { name: "Didn't get it?" });
  await expect(denial).toContainText(`Maya is told that you did not get ${title}.`);
  await expectAccessible(buyer, 'the question before a No');
  await denial.getByRole('button', { name: 'Cancel' }).click();
  await expect(strip).toBeVisible();
  await strip.getByRole('button', { name: 'No' }).click();
  await denial.getByRole('button', { name: 'I did not get it' }).click();
  await expect(strip).toHaveCount(0);
  await expect(seller.getByText('The buyer says that they did not get it.')).toBeVisible();
  await openHydrated(seller, `/conversation/${conversationId}`);
  const available = seller.getByRole('button', { name: 'Mark as available' });
  await available.focus();
  await seller.keyboard.press('Enter');
  await expect(available).toHaveCount(0);
  await expect(seller.locator('#main')).toBeFocused();
  await openHydrated(seller, '/profile');
  await sellToGrace();
  await openHydrated(buyer, '/profile');
  const shift = await measureLayoutShift(buyer);
  const release = await delayResponses(buyer, /\/api\/users\/me\/(sale-questions|bought|resale-questions)/);
  await openHydrated(buyer, '/profile');
  await expect(buyer.getByRole('status').filter({ hasText: 'Loading your listings...' })).toBeAttached();
  await release();
  await expect(question).toBeVisible();
  await expect(buyer.getByRole('heading', { name: 'Your Listings' })).toBeVisible();
  expect(await shift()).toBe(0);
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(question).toHaveCount(0);
  await buyer.getByRole('button', { name: 'Write a review' }).click();
  const review = buyer.getByRole('dialog', { name: 'How was it with Maya?' });
  await expect(review).toContainText('Confirm your email address before you write reviews.');
  await expect(review).toContainText('Only you can see this review.');
  await expect(review.getByRole('button', { name: 'Post review' })).toHaveCount(0);
  await review.getByRole('button', { name: 'Send the link again' }).click();
  await expect(buyer.getByText('Email sent', { exact: true })).toBeVisible();
  await buyer.keyboard.press('Escape');
  await expect(seller.getByRole('region', { name: 'How was it with Grace?' })).toBeVisible();
  await expect(seller.getByText('Sold to Grace Lim for $54.00')).toBeVisible();
  await expect(seller.getByRole('button', { name: 'Mark as available' })).toHaveCount(0);

  await expect(buyer.getByText('From Maya Rao, today, $54.00')).toBeVisible();
  await openHydrated(buyer, `/book/${book.id}`);
  await expect(buyer.getByText('to you, $54.00')).toBeVisible();
  await openHydrated(buyer, `/conversation/${conversationId}`);
  await expect(buyer.getByRole('banner').locator('[data-state]')).toContainText('Soldto you');
  await openHydrated(buyer, '/profile');
  await buyer.getByRole('link', { name: `Sell again, ${title}` }).click();
  await expect(buyer.getByLabel('Title')).toHaveValue(title);
  await expect(buyer.getByRole('combobox', { name: 'Condition' })).toHaveValue('');
  await expect(buyer).toHaveURL(/\/add-listing$/);
});
