/** What the journeys about payments do on a payment screen. */
import { expect, type Page } from '@playwright/test';

/** Published test cards. */
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  authenticated: '4000002500003155',
};

/** Types a card as a person does and presses the button. */
export async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await payButton(page).click();
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill('');
  await page.getByLabel('Card number').pressSequentially(number);
  await page.getByLabel('Expiry').fill('');
  await page.getByLabel('Expiry').pressSequentially('829');
  await page.getByLabel('CVC').fill('123');
  await expect(page.getByLabel('Expiry')).toHaveValue('08 / 29');
}

export const payButton = (page: Page) =>
  page.getByRole('button', { name: /^(Pay \$2\.99 & Boost Listing|Get Ad-Free for \$4\.99)$/ });

/** Makes the next document of this address what a server with Stripe's test keys would send. */
export async function asWithStripeKeys(page: Page, path: string): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    const { 'content-security-policy': _theirs, ...headers } = answer.headers();
    const body = (await answer.text()).replace('"kind":"sandbox"', '"kind":"stripe"');
    await route.fulfill({ status: answer.status(), headers, body });
  });
}

/** In place of Stripe's script: fields that say so, and a card that is always refused. */
export const stripeStub = `
  window.Stripe = () => {
    const element = {
      on: (type, tell) => (type === 'ready' && setTimeout(tell), element),
      off: () => element,
      mount: (place) => (place.textContent = 'Stripe stands here'),
      update() {},
      destroy() {},
    };
    const elements = { create: () => element, getElement: () => element, update() {} };
    return {
      elements: () => elements,
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
      confirmPayment: async ({ confirmParams, redirect }) => ({
        error: { type: 'card_error', message: redirect + ' ' + confirmParams.return_url },
      }),
    };
  };
  window.Stripe.version = 'endive';
`;
