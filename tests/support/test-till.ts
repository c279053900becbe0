import type { PaidFor, Fulfilment, Payments } from '#features/payments/server/public.ts';
import type { AppOptions } from '#app/create-app.ts';
import { eventOf, signatureOf, StripeStandIn, stripeVariables } from './stripe-stand-in.ts';
import { type Reply, TestApp, type Visitor } from './test-app.ts';
import { algorithms } from './test-market.ts';

export type Row = Record<string, unknown> & { id: string; status: string; version: number };

type Delivery = { at?: Date; secret?: string; body?: string; to?: Visitor };

/** The product with a stand-in for Stripe, and something for sale that counts how often it is given and taken back. */
export class TestTill {
  readonly stripe: StripeStandIn;
  readonly app: TestApp;
  readonly payer: Visitor;
  readonly given: PaidFor[] = [];
  readonly takenBack: PaidFor[] = [];
  /** What happens instead of giving what was paid for. */
  instead: (() => Promise<Fulfilment>) | null = null;

  private constructor(stripe: StripeStandIn, app: TestApp, payer: Visitor) {
    this.stripe = stripe;
    this.app = app;
    this.payer = payer;
    this.sellBy(app.app.payments);
  }

  sellBy(payments: Payments): void {
    payments.sell({
      type: 'boost',
      fulfil: async (_tx, paid) => {
        if (this.instead !== null) return this.instead();
        this.given.push(paid);
        return { kind: 'given', after: () => {} };
      },
      revoke: async (_tx, paid) => {
        this.takenBack.push(paid);
        return () => {};
      },
    });
  }

  static async open(options: Partial<AppOptions> = {}): Promise<TestTill> {
    const stripe = new StripeStandIn();
    const app = await TestApp.start({ variables: stripeVariables, stripeFetch: stripe.fetch, ...options });
    return new TestTill(stripe, app, await app.person());
  }

  /** The name that the provider has for a payment that has just begun. */
  async begin(payer = this.payer): Promise<string> {
    const book = await payer.post('/api/books', algorithms);
    return this.beginFor(book.body.id, payer);
  }

  async beginFor(bookId: string, payer = this.payer): Promise<string> {
    const { clientSecret } = await this.app.app.payments.start({ userId: payer.id, type: 'boost', bookId });
    return clientSecret.replace('_secret', '');
  }

  async row(intentId: string): Promise<Row> {
    const { rows } = await this.app.database.pool.query<Row>(
      'SELECT * FROM payments WHERE stripe_payment_intent_id = $1',
      [intentId],
    );
    return rows[0]!;
  }

  /** 'pending → succeeded', with what is only noted as the note itself. */
  async history(intentId: string): Promise<string[]> {
    const { rows } = await this.app.database.pool.query<{ step: string }>(
      `SELECT CASE WHEN c.from_status = c.to_status THEN c.cause
         ELSE coalesce(c.from_status || ' → ', '') || c.to_status END AS step
       FROM payment_changes c JOIN payments p ON p.id = c.payment_id
       WHERE p.stripe_payment_intent_id = $1 ORDER BY c.id`,
      [intentId],
    );
    return rows.map(({ step }) => step);
  }

  /** How often it was given and taken back. */
  effects(intentId: string): [given: number, takenBack: number] {
    const about = (paid: PaidFor) => paid.stripePaymentIntentId === intentId;
    return [this.given.filter(about).length, this.takenBack.filter(about).length];
  }

  deliver(
    event: object,
    { at = this.app.clock.now(), secret, body, to = this.app.visitor() }: Delivery = {},
  ): Promise<Reply> {
    const signed = JSON.stringify(event);
    return to.send('POST', '/api/webhooks/stripe', body ?? signed, {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(signed, at, secret),
    });
  }

  /** The provider says that something has happened to the payment. */
  tell(type: string, intentId: string): Promise<Reply> {
    return this.deliver(eventOf(type, this.stripe.intent(intentId)));
  }
}
