import { expectAccessibleInBothThemes } from '#tests/support/browser/accessibility.ts';
import { e2eCards, fillCard, payButton, payWith } from '#tests/support/browser/payments.ts';
import { uniqueWord } from '#tests/support/browser/users.ts';
import { expect, openHydrated, test, currentToast } from '#tests/support/browser/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('payment forms and messages are accessible', async ({ browse, person, watch }) => {
  test.slow();
  watch.allow(/^402 POST \/api\/payment-sandbox\//);
  const student = await person();
  const page = await browse(student);
  const look = (screen: string) => expectAccessibleInBothThemes(page, screen);
  const book = await student.list({
    title: `Long ${uniqueWord()} ${'Rechtsschutzversicherung'.repeat(3)}, 12th Edition`,
    price: 999_999,
  });

  await openHydrated(page, `/boost/${book.id}`);
  await expect(page.getByLabel('Card number')).toBeVisible();
  await look('boosting');
  await payButton(page).click();
  await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
  await look('problems of a card');
  await payWith(page, e2eCards.declined);
  // The message stays until the form changes.
  const refusal = page.getByRole('main').getByText('Your card was declined.');
  await expect(refusal).toBeVisible();
  await expect(currentToast(page)).toContainText('Your card was declined.');
  await look('a declined card');
  await fillCard(page, e2eCards.authenticated);
  await expect(refusal).toBeHidden();
  await payButton(page).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await look('the question of a bank');
  const bank = page.getByRole('dialog', { name: 'Confirm this payment' });
  await expect(bank.getByRole('button', { name: 'Complete authentication' })).toBeFocused();
  await bank.getByRole('button', { name: 'Fail authentication' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('We are unable to authenticate your payment method.')).toBeVisible();
  // The toast alone announces it, and does not cover the button.
  await expect(main.getByRole('alert')).toHaveCount(0);
  await payButton(page).click({ trial: true });
  await payButton(page).click();
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await expect(currentToast(page)).toContainText('Payment Successful!');
  await expect(page.getByRole('button', { name: /Boost, 72 hours/ })).toBeVisible();
  await look('the profile with a payment');
  // Another boost extends the remaining time.
  await page.getByRole('link', { name: 'Boost again' }).click();
  await expect(page.getByText(/^Boosted until .* Boosting again adds 72 hours\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: /Boost, 72 hours/ }).click();
  await look('a receipt');

  await openHydrated(page, `/book/${book.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Boost listing' }).click();
  await expect(page.getByRole('dialog')).toContainText('Test mode.');
  await look('the offer of a boost');

  await openHydrated(page, '/subscribe');
  await expect(page.getByLabel('Card number')).toBeVisible();
  await look('subscribing');
  await payWith(page, e2eCards.good);
  await expect(page.getByRole('button', { name: 'Cancel ad-free' })).toBeVisible();
  await look('the profile of a subscriber');
  await page.getByRole('button', { name: 'Cancel ad-free' }).click();
  await look('the question before cancelling');
  await openHydrated(page, '/subscribe');
  await expect(page.getByText("You're ad-free.")).toBeVisible();
  await look('subscribing twice');
});
