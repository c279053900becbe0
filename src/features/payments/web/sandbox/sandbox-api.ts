import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { parseExpiry, type CardValues } from './card-rules.ts';

const place = '/api/payment-sandbox/v1/payment_intents';

/** As the real form says it, when its own server cannot be reached. */
const unreachable: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
};

/** 'pi_123_secret_456' → 'pi_123' */
const intentOf = (clientSecret: string) => clientSecret.split('_secret_')[0]!;

/** The calls that the provider's script makes from a browser, to the sandbox instead: authorised by the key and the payment's secret. */
export class SandboxApi {
  readonly #key: string;

  constructor(publishableKey: string) {
    this.#key = publishableKey;
  }

  retrieve(clientSecret: string): Promise<PaymentIntentResult> {
    const query = new URLSearchParams({ key: this.#key, client_secret: clientSecret });
    return this.#ask(`${place}/${intentOf(clientSecret)}?${query}`);
  }

  async confirm(clientSecret: string, card: CardValues, returnUrl: string): Promise<PaymentIntentResult> {
    const { month, year } = parseExpiry(card.expiry)!;
    const result = await this.#post(clientSecret, 'confirm', {
      return_url: returnUrl,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number.replace(/ /g, ''),
      'payment_method_data[card][exp_month]': String(month),
      'payment_method_data[card][exp_year]': String(year),
      'payment_method_data[card][cvc]': card.cvc,
      use_stripe_sdk: 'true',
    });
    if (result.error?.type !== 'api_connection_error') return result;
    // The answer may have been lost on its way back: nobody is told 'not charged' who was.
    const standing = await this.retrieve(clientSecret);
    return standing.paymentIntent?.status === 'succeeded' ? standing : result;
  }

  /** The end of a confirmation by the bank. */
  authenticate(clientSecret: string, outcome: 'complete' | 'fail'): Promise<PaymentIntentResult> {
    return this.#post(clientSecret, 'authenticate', { outcome });
  }

  #post(clientSecret: string, verb: string, more: Record<string, string>): Promise<PaymentIntentResult> {
    return this.#ask(`${place}/${intentOf(clientSecret)}/${verb}`, {
      method: 'POST',
      body: new URLSearchParams({ key: this.#key, client_secret: clientSecret, ...more }),
    });
  }

  async #ask(address: string, request: RequestInit = {}): Promise<PaymentIntentResult> {
    try {
      const answer = await fetch(address, { ...request, signal: AbortSignal.timeout(30_000) });
      const body = (await answer.json()) as PaymentIntent | { error: StripeError } | { detail: string };
      // What the product itself refuses has the product's form.
      if ('detail' in body) return { error: { type: 'api_error', message: body.detail } };
      return 'error' in body ? { error: body.error } : { paymentIntent: body };
    } catch {
      return { error: unreachable };
    }
  }
}
