import type {
  PaymentIntentResult,
  Stripe,
  StripeElements,
  StripeElementsOptions,
  StripeError,
} from '@stripe/stripe-js';
import { formatMoney } from '#platform/shared/money.ts';
import { fromStripeAmount } from '../../stripe-amounts.ts';
import { requestAuthentication } from './authentication-dialog.tsx';
import { CardElement } from './card-element.tsx';
import { SandboxApi } from './sandbox-api.ts';

const notOffered: StripeError = {
  type: 'invalid_request_error',
  message: 'The sandbox takes cards through the Payment Element only.',
};

/** The elements of one payment: its Payment Element. */
class SandboxElements {
  readonly clientSecret: string;
  payment: CardElement | null = null;

  constructor({ clientSecret = '' }: { clientSecret?: string | undefined }) {
    this.clientSecret = clientSecret;
  }

  create(type: string, options?: ConstructorParameters<typeof CardElement>[0]): CardElement {
    if (type !== 'payment') throw new Error(notOffered.message);
    this.payment = new CardElement(options);
    return this.payment;
  }
}

/** The part of Stripe's browser library that its React components and our form use. */
class SandboxStripe {
  readonly #api: SandboxApi;

  constructor(publishableKey: string) {
    this.#api = new SandboxApi(publishableKey);
  }

  elements(options: StripeElementsOptions): StripeElements {
    return new SandboxElements(options) as unknown as StripeElements;
  }

  async confirmPayment({ elements }: { elements: StripeElements }): Promise<PaymentIntentResult> {
    const { payment, clientSecret } = elements as unknown as SandboxElements;
    if (payment === null) return { error: notOffered };
    const error = payment.validate();
    if (error !== null) return { error };
    const confirmed = await this.#api.confirm(clientSecret, payment.card);
    const intent = confirmed.paymentIntent;
    if (intent?.status !== 'requires_action') return confirmed;
    const amount = formatMoney(fromStripeAmount(intent.amount, intent.currency));
    return this.#api.authenticate(clientSecret, await requestAuthentication(amount));
  }

  // The React components recognize Stripe's object by these.
  createToken = () => Promise.resolve({ error: notOffered });
  createPaymentMethod = () => Promise.resolve({ error: notOffered });
  confirmCardPayment = () => Promise.resolve({ error: notOffered });
}

export const createSandboxStripe = (publishableKey: string): Stripe =>
  new SandboxStripe(publishableKey) as unknown as Stripe;
