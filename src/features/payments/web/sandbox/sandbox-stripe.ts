import type {
  PaymentIntentResult,
  Stripe,
  StripeElements,
  StripeElementsOptions,
  StripeError,
} from '@stripe/stripe-js';
import { formatPrice } from '#platform/shared/money.ts';
import { requestAuthentication } from './authentication-dialog.tsx';
import { CardElement } from './card-element.tsx';
import { SandboxApi } from './sandbox-api.ts';

const notOffered: StripeError = {
  type: 'invalid_request_error',
  message: 'The sandbox takes cards through the Payment Element only.',
};

/** The elements of one payment. */
class SandboxElements {
  readonly #clientSecret: string;
  #payment: CardElement | null = null;

  constructor({ clientSecret = '' }: { clientSecret?: string | undefined }) {
    this.#clientSecret = clientSecret;
  }

  get clientSecret() {
    return this.#clientSecret;
  }

  create(type: string, options?: ConstructorParameters<typeof CardElement>[0]): CardElement {
    if (type !== 'payment') throw new Error(notOffered.message);
    this.#payment = new CardElement(options);
    return this.#payment;
  }

  getElement(type: string): CardElement | null {
    return type === 'payment' ? this.#payment : null;
  }

  async submit(): Promise<{ error: StripeError } | { selectedPaymentMethod: string }> {
    const error = this.#payment?.validate() ?? null;
    return error === null ? { selectedPaymentMethod: 'card' } : { error };
  }

  fetchUpdates = () => Promise.resolve({});
  update = () => Promise.resolve();
  on = () => {};
}

/**
 * Replaces the object of Stripe's browser library: the part of it that the React components and our form use.
 */
class SandboxStripe {
  readonly #api: SandboxApi;

  constructor(publishableKey: string) {
    this.#api = new SandboxApi(publishableKey);
  }

  elements(options: StripeElementsOptions): StripeElements {
    return new SandboxElements(options) as unknown as StripeElements;
  }

  async confirmPayment(options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
  }): Promise<PaymentIntentResult> {
    const elements = options.elements as unknown as SandboxElements;
    const card = elements.getElement('payment')?.card;
    const { error } = (await elements.submit()) as { error?: StripeError };
    if (error !== undefined || card === undefined) return { error: error ?? notOffered };
    const secret = elements.clientSecret;
    const confirmed = await this.#api.confirm(secret, card, options.confirmParams.return_url);
    return this.#withAuthentication(secret, confirmed);
  }

  async handleNextAction({ clientSecret }: { clientSecret: string }): Promise<PaymentIntentResult> {
    return this.#withAuthentication(clientSecret, await this.#api.retrieve(clientSecret));
  }

  retrievePaymentIntent(clientSecret: string): Promise<PaymentIntentResult> {
    return this.#api.retrieve(clientSecret);
  }

  createToken = () => Promise.resolve({ error: notOffered });
  createPaymentMethod = () => Promise.resolve({ error: notOffered });
  confirmCardPayment = () => Promise.resolve({ error: notOffered });

  async #withAuthentication(secret: string, result: PaymentIntentResult): Promise<PaymentIntentResult> {
    const intent = result.paymentIntent;
    if (intent?.status !== 'requires_action') return result;
    return this.#api.authenticate(secret, await requestAuthentication(formatPrice(intent.amount)));
  }
}

export const createSandboxStripe = (publishableKey: string): Stripe =>
  new SandboxStripe(publishableKey) as unknown as Stripe;
