/** Actions on a payment page. */
import { expect, type Page } from '@playwright/test';
import { cspHeaders } from '#app/server/content-security-policy.ts';

/** Published test cards. */
export const e2eCards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  authenticated: '4000002500003155',
};

/** Types a card number as a user does and presses the button. */
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

/**
 * Serves this page as a server with Stripe's test keys would, with the matching Content-Security-Policy. Only
 * the inlined style is the running server's own.
 */
export async function applyStripePolicy(page: Page, path: string): Promise<void> {
  await page.route(path, async (route) => {
    const answer = await route.fetch();
    const headers = {
      ...answer.headers(),
      ...cspHeaders('payments', { stripe: true, google: false, photos: null, clerk: null }, ''),
    };
    const styles = /style-src [^;]*/;
    const own = styles.exec(answer.headers()['content-security-policy'] ?? '')?.[0];
    expect(own).toContain('sha256-');
    headers['content-security-policy'] = headers['content-security-policy']!.replace(styles, own!);
    const body = (await answer.text()).replace('"kind":"sandbox"', '"kind":"stripe"');
    await route.fulfill({ status: answer.status(), headers, body });
  });
}

/**
 * Replaces Stripe's script by fields that reveal their state. The first card is declined with the given
 * message, the next one pays.
 */
export const serveStripe = (page: Page): Promise<unknown> =>
  page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STRIPE_STUB_SCRIPT }),
  );

const STRIPE_STUB_SCRIPT = `
  window.Stripe = (key) => {
    let clientSecret;
    let refused = false;
    const element = {
      on: (type, tell) => (type === 'ready' && setTimeout(tell), element),
      off: () => element,
      mount: (place) => (place.textContent = 'Stripe stands here'),
      update() {},
      destroy() {},
    };
    const elements = { create: () => element, getElement: () => element, update() {} };
    const pay = async () => {
      const card = { number: '${e2eCards.good}', exp_month: '12', exp_year: '2070', cvc: '123' };
      const id = clientSecret.split('_secret')[0];
      const answer = await fetch('/api/payment-sandbox/v1/payment_intents/' + id + '/confirm', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key, client_secret: clientSecret, payment_method_data: { type: 'card', card } }),
      });
      return { paymentIntent: await answer.json() };
    };
    return {
      elements: (options) => ((clientSecret = options.clientSecret), elements),
      createToken() {},
      createPaymentMethod() {},
      confirmCardPayment() {},
      async confirmPayment({ confirmParams, redirect }) {
        if (refused) return pay();
        refused = true;
        return { error: { type: 'card_error', message: redirect + ' ' + confirmParams.return_url } };
      },
    };
  };
  window.Stripe.version = 'endive';
`;
