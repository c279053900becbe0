import type { PaymentIntent, PaymentIntentResult, StripeError } from '@stripe/stripe-js';
import { parseExpiry, type CardValues } from './card-rules.ts';

const BASE_URL = '/api/payment-sandbox/v1/payment_intents';

/** The error of Stripe's form when its server cannot be reached. */
const connectionError: StripeError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. You have not been charged. Please check your internet connection and try again.',
};

const toIntentUrl = (clientSecret: string) => `${BASE_URL}/${clientSecret.split('_secret_')[0]!}`;

/** The requests of Stripe's browser library, authorized by the key and the intent's client secret. */
export class SandboxApi {
  readonly #key: string;

  constructor(publishableKey: string) {
    this.#key = publishableKey;
  }

  async confirm(clientSecret: string, card: CardValues): Promise<PaymentIntentResult> {
    const { month, year } = parseExpiry(card.expiry)!;
    const result = await this.#post(clientSecret, 'confirm', {
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': card.number.replace(/ /g, ''),
      'payment_method_data[card][exp_month]': String(month),
      'payment_method_data[card][exp_year]': String(year),
      'payment_method_data[card][cvc]': card.cvc,
    });
    if (result.error?.type !== 'api_connection_error') return result;
    // The response may be lost after a charge: 'not charged' would then be wrong.
    const query = new URLSearchParams({ key: this.#key, client_secret: clientSecret });
    const current = await this.#send(`${toIntentUrl(clientSecret)}?${query}`);
    return current.paymentIntent?.status === 'succeeded' ? current : result;
  }

  /** Ends the bank's authentication. */
  authenticate(clientSecret: string, outcome: 'complete' | 'fail'): Promise<PaymentIntentResult> {
    return this.#post(clientSecret, 'authenticate', { outcome });
  }

  #post(clientSecret: string, verb: string, more: Record<string, string>): Promise<PaymentIntentResult> {
    return this.#send(`${toIntentUrl(clientSecret)}/${verb}`, {
      method: 'POST',
      body: new URLSearchParams({ key: this.#key, client_secret: clientSecret, ...more }),
    });
  }

  async #send(url: string, request: RequestInit = {}): Promise<PaymentIntentResult> {
    try {
      const response = await fetch(url, { ...request, signal: AbortSignal.timeout(30_000) });
      const body = (await response.json()) as PaymentIntent | { error: StripeError } | { detail: string };
      // The product's own errors are problem documents.
      if ('detail' in body) return { error: { type: 'api_error', message: body.detail } };
      return 'error' in body ? { error: body.error } : { paymentIntent: body };
    } catch {
      return { error: connectionError };
    }
  }
}
