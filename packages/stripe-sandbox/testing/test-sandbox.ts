import Stripe from 'stripe';
import type { BrowserRequest } from '../http/handle-browser-request.ts';
import { createSandboxControls } from '../payments/disputes.ts';
import type { SandboxContext } from '../storage/sandbox-transaction.ts';
import { createStripeSandbox, type StripeSandbox } from '../stripe-sandbox.ts';
import { MemoryStorage } from './memory-storage.ts';

type TestCardInput = { number: string; exp_month?: string; exp_year?: string; cvc?: string };

// oxlint-disable-next-line typescript/no-explicit-any -- a test knows the shape of the response
type Reply = { status: number; headers: Record<string, string>; body: any };

export const testKeys = {
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
};

class TestClock {
  #now = Date.parse('2026-09-01T08:00:00.000Z');

  now(): Date {
    return new Date(this.#now);
  }

  advance({ seconds = 0, minutes = 0, hours = 0, days = 0 }): void {
    this.#now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  }
}

/** A sandbox in memory, with Stripe's SDK, a browser, and a webhook that verifies signatures. */
export class TestSandbox {
  readonly clock = new TestClock();
  readonly storage = new MemoryStorage();
  /** The events that the webhook has accepted. */
  readonly events: Stripe.Event[] = [];
  /** The status that the webhook responds with. */
  webhookStatus = 200;
  readonly stripe: Stripe;
  readonly controls: ReturnType<typeof createSandboxControls>;
  readonly #sandbox: StripeSandbox;
  readonly #requestCounts = new Map<string, number>();
  #deliveredCount = 0;

  constructor() {
    const context: SandboxContext = {
      storage: this.storage,
      clock: this.clock,
      log: {
        error(details, message) {
          throw new Error(message, { cause: details });
        },
      },
    };
    this.#sandbox = createStripeSandbox({
      ...context,
      keys: testKeys,
      takePoint: ({ name, points }, key) => {
        const counter = `${name} ${key}`;
        const count = (this.#requestCounts.get(counter) ?? 0) + 1;
        this.#requestCounts.set(counter, count);
        return count <= points;
      },
      sendWebhook: async ({ headers, body }) => this.#receiveWebhook(headers['stripe-signature']!, body),
    });
    this.controls = createSandboxControls(context);
    this.stripe = this.client();
  }

  /** Answers a client as api.stripe.com does. */
  get fetch(): typeof fetch {
    return this.#sandbox.fetch;
  }

  client(secretKey = testKeys.secretKey): Stripe {
    const httpClient = Stripe.createFetchHttpClient(this.#sandbox.fetch);
    return new Stripe(secretKey, { httpClient, maxNetworkRetries: 0 });
  }

  #receiveWebhook(signature: string, body: string): number {
    const { webhookSecret } = testKeys;
    const now = this.clock.now().getTime();
    const event = this.stripe.webhooks.constructEvent(body, signature, webhookSecret, 300, undefined, now);
    if (this.webhookStatus === 200) this.events.push(event);
    return this.webhookStatus;
  }

  /** A browser's request. */
  send(
    method: string,
    path: string,
    fields: Record<string, string>,
    more: Partial<BrowserRequest> = {},
  ): Promise<Reply> {
    const body = new URLSearchParams(fields).toString();
    return this.#sandbox.handleBrowserRequest({
      method,
      path: `/v1${path}`,
      body,
      client: '127.0.0.1',
      ...more,
    });
  }

  /** The parameters that authorize a browser to pay the intent. */
  credentials = (clientSecret: string) => ({ key: testKeys.publishableKey, client_secret: clientSecret });

  /** Sends the card form. */
  pay(clientSecret: string, card: TestCardInput | string): Promise<Reply> {
    const defaults = { exp_month: '12', exp_year: '34', cvc: '123' };
    const fields = { ...defaults, ...(typeof card === 'string' ? { number: card } : card) };
    const data = Object.entries(fields).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
    return this.send('POST', `/payment_intents/${toIntentId(clientSecret)}/confirm`, {
      ...this.credentials(clientSecret),
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(data),
    });
  }

  authenticate(clientSecret: string, outcome: string): Promise<Reply> {
    const path = `/payment_intents/${toIntentId(clientSecret)}/authenticate`;
    return this.send('POST', path, { ...this.credentials(clientSecret), outcome });
  }

  /** An intent that is not paid yet. */
  async createIntent(amount = 299): Promise<{ id: string; secret: string }> {
    const { id, client_secret } = await this.stripe.paymentIntents.create({ amount, currency: 'usd' });
    return { id, secret: client_secret! };
  }

  async advanceTime(by: Parameters<TestClock['advance']>[0]): Promise<void> {
    this.clock.advance(by);
    await this.#sandbox.runBilling();
    await this.#sandbox.deleteExpired();
  }

  /** Delivers the enqueued events, in their order; stops at the first that the webhook does not accept. */
  async deliverEvents(): Promise<void> {
    for (const id of this.storage.enqueuedEvents.slice(this.#deliveredCount)) {
      await this.#sandbox.deliverEvent(id);
      this.#deliveredCount += 1;
    }
  }

  /** The types of the events about an object, after the delivery of all, in alphabetical order. */
  async eventTypes(objectId: string): Promise<string[]> {
    await this.deliverEvents();
    return this.events
      .filter(({ data }) => JSON.stringify(data.object).includes(objectId))
      .map(({ type }) => type)
      .sort();
  }
}

const toIntentId = (clientSecret: string) => clientSecret.split('_secret_')[0]!;
