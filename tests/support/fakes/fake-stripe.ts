import { createHash } from 'node:crypto';
import Stripe from 'stripe';

export const stripeVariables = {
  STRIPE_SECRET_KEY: 'sk_test_standin',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
  STRIPE_WEBHOOK_SECRET: 'whsec_standin',
};

type Thing = Record<string, unknown> & { id: string };
type Intent = Thing & {
  amount: number;
  status: string;
  latest_charge: Thing | null;
  last_payment_error: object | null;
};

/** An in-memory fake of the Stripe API that payments use. Tests control every event and failure. */
export class FakeStripe {
  readonly intents = new Map<string, Intent>();
  readonly customers = new Set<string>();
  readonly refunds: Thing[] = [];
  readonly requests: string[] = [];
  readonly #disputes: Thing[] = [];
  readonly #answered = new Map<string, { of: string; answer: Thing }>();
  isDown = false;
  /** Requests that fail. The failure is then the stored response to their key. */
  failing = /^never$/;
  /** Called with each request before the response. */
  before: (request: string) => Promise<void> | void = () => {};

  readonly fetch = (async (input: string | URL | Request, init?: RequestInit) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const request = `${init?.method ?? 'GET'} ${url.pathname.replace('/v1/', '')}`;
    this.requests.push(request);
    await this.before(request);
    if (this.isDown) throw new TypeError('fetch failed');
    const body = new URLSearchParams(init?.body instanceof Uint8Array ? text(init.body) : String(init?.body));
    const key = new Headers(init?.headers).get('idempotency-key');
    const answer = this.#once(key, `${request} ${body}`, () =>
      this.failing.test(request) ? refusal({ type: 'api_error' }, 500) : this.#answer(request, url, body),
    );
    return Response.json(answer, { status: 'error' in answer ? (answer.error as Refusal).status : 200 });
  }) as typeof fetch;

  /** The same request with the same key gets the same response. */
  #once(key: string | null, of: string, make: () => Thing): Thing {
    const before = key === null ? undefined : this.#answered.get(key);
    if (before !== undefined && before.of !== of) return refusal({ type: 'idempotency_error' });
    const answer = before?.answer ?? structuredClone(make());
    if (key !== null) this.#answered.set(key, { of, answer });
    return answer;
  }

  /** As the provider does after a day. */
  forgetKeys(): void {
    this.#answered.clear();
  }

  #answer(request: string, url: URL, body: URLSearchParams): Thing {
    const [, id, action] = /^\w+ payment_intents\/(\w+)(\/cancel)?$/.exec(request) ?? [];
    if (id !== undefined) {
      const intent = this.intents.get(id);
      if (intent === undefined) return refusal({ code: 'resource_missing', param: 'intent' }, 404);
      if (action !== undefined) return this.cancel(id);
      return [...url.searchParams.values()].includes('customer') ? this.#withCustomer(intent) : intent;
    }
    if (request === 'POST payment_intents') return this.#begin(body);
    if (request === 'POST customers') {
      const customer = `cus_${this.requests.length}x${idOf(body.get('metadata[user]')!)}`;
      this.customers.add(customer);
      return { id: customer, object: 'customer' };
    }
    if (request === 'POST refunds') {
      const about = body.get('payment_intent')!;
      const isDisputed = this.#disputes.some(
        (dispute) => dispute.payment_intent === about && dispute.status !== 'won',
      );
      return isDisputed ? refusal({ code: 'charge_disputed' }) : this.refund(about);
    }
    if (request === 'GET disputes') {
      const data = this.#disputes.filter(({ charge }) => charge === url.searchParams.get('charge'));
      return { id: '', object: 'list', data, has_more: false };
    }
    throw new Error(`FakeStripe does not implement ${request}`);
  }

  /** `expand`: a customer that the provider has deleted is an object that says so. */
  #withCustomer(intent: Intent): Thing {
    const id = intent.customer as string;
    return {
      ...intent,
      customer: { id, object: 'customer', ...(!this.customers.has(id) && { deleted: true }) },
    };
  }

  #begin(body: URLSearchParams): Thing {
    if (!this.customers.has(body.get('customer')!))
      return refusal({ code: 'resource_missing', param: 'customer' });
    const metadata = Object.fromEntries(
      [...body].flatMap(([name, value]) => {
        const field = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return field === undefined ? [] : [[field, value]];
      }),
    );
    return this.add({
      amount: Number(body.get('amount')),
      currency: body.get('currency'),
      customer: body.get('customer'),
      metadata,
    });
  }

  /** A new intent is unpaid. */
  add(given: Record<string, unknown>): Intent {
    const id = `pi_${this.intents.size + 1}x${idOf(JSON.stringify(given))}`;
    const unpaid = { status: 'requires_payment_method', latest_charge: null, last_payment_error: null };
    const intent = {
      id,
      object: 'payment_intent',
      client_secret: `${id}_secret`,
      livemode: false,
      amount: 0,
      metadata: {},
      ...unpaid,
      ...given,
    };
    this.intents.set(id, intent);
    return intent;
  }

  intent(id: string): Intent {
    return this.intents.get(id)!;
  }

  #charge(id: string, paid: boolean): Thing {
    const { amount, currency } = this.intent(id);
    return (this.intent(id).latest_charge = {
      id: `ch_${id}`,
      object: 'charge',
      payment_intent: id,
      amount,
      currency,
      amount_refunded: 0,
      disputed: false,
      paid,
      receipt_url: paid ? `https://receipts.example/${id}` : null,
      payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    });
  }

  pay(id: string): Intent {
    this.#charge(id, true);
    return Object.assign(this.intent(id), { status: 'succeeded', last_payment_error: null });
  }

  decline(id: string, message = 'Your card was declined.'): Intent {
    this.#charge(id, false);
    return Object.assign(this.intent(id), { last_payment_error: { message } });
  }

  cancel(id: string): Intent {
    return Object.assign(this.intent(id), { status: 'canceled' });
  }

  refund(id: string, amount = this.intent(id).amount): Thing {
    const charge = this.intent(id).latest_charge as Thing & { amount_refunded: number };
    charge.amount_refunded += amount;
    const refund = {
      id: `re_${this.refunds.length}`,
      object: 'refund',
      payment_intent: id,
      amount,
      currency: 'usd',
    };
    this.refunds.push(refund);
    return refund;
  }

  /** Opens the payment's dispute, or changes its status. */
  dispute(id: string, status: string): Thing {
    const charge = Object.assign(this.intent(id).latest_charge!, { disputed: true });
    const open = this.#disputes.find((dispute) => dispute.charge === charge.id);
    if (open !== undefined) return Object.assign(open, { status });
    const { amount, currency } = this.intent(id);
    const about = { charge: charge.id, payment_intent: id, amount, currency };
    const dispute = { id: `dp_${id}`, object: 'dispute', status, ...about };
    this.#disputes.push(dispute);
    return dispute;
  }
}

type Refusal = { status: number; type: string; code?: string; param?: string };

const refusal = (refusal: Partial<Refusal>, status = 400): Thing => ({
  id: '',
  error: { type: 'invalid_request_error', message: 'Refused', ...refusal, status },
});

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const idOf = (seed: string) => createHash('sha256').update(seed).digest('hex').slice(0, 12);

let events = 0;

/** The provider's event; contains the object's current state. */
export function eventOf(type: string, object: object, changes: object = {}) {
  events += 1;
  const id = `evt_${events}x${idOf(JSON.stringify(object))}`;
  return {
    id,
    object: 'event',
    type,
    livemode: false,
    data: { object: structuredClone(object) },
    ...changes,
  };
}

/** The provider's signature header for these bytes at that time. */
export const signatureOf = (
  payload: string,
  at: Date,
  secret = stripeVariables.STRIPE_WEBHOOK_SECRET,
): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: Math.floor(at.getTime() / 1000) });
