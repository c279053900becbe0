import type { Payments, PurchasePayment } from '#features/payments/server/public.ts';
import type { Fulfillment } from '#features/payments/server/purchase.ts';
import type { AppOptions } from '#app/server/create-app.ts';
import { eventOf, signatureOf, FakeStripe, stripeVariables } from '../fakes/fake-stripe.ts';
import { type Reply, TestApp, type TestClient } from './test-app.ts';
import { algorithms } from './test-world.ts';

type Row = Record<string, unknown> & { id: string; status: string; version: number };

type Delivery = { at?: Date; secret?: string; body?: string; to?: TestClient };

/** The product with FakeStripe and an item for sale that counts `fulfill` and `revoke` calls. */
export class TestPayments {
  readonly stripe: FakeStripe;
  readonly app: TestApp;
  readonly payer: TestClient;
  readonly fulfilled: PurchasePayment[] = [];
  readonly revoked: PurchasePayment[] = [];
  /** Runs instead of `fulfill`. */
  fulfilOverride: (() => Promise<Fulfillment>) | null = null;

  private constructor(stripe: FakeStripe, app: TestApp, payer: TestClient) {
    this.stripe = stripe;
    this.app = app;
    this.payer = payer;
    this.sellBy(app.app.payments);
  }

  sellBy(payments: Payments): void {
    payments.registerPurchase({
      type: 'boost',
      fulfill: async (_tx, paid) => {
        if (this.fulfilOverride !== null) return this.fulfilOverride();
        this.fulfilled.push(paid);
        return { kind: 'fulfilled' };
      },
      revoke: async (_tx, paid) => {
        this.revoked.push(paid);
      },
    });
  }

  static async open(options: Partial<AppOptions> = {}): Promise<TestPayments> {
    const stripe = new FakeStripe();
    const app = await TestApp.start({ variables: stripeVariables, stripeFetch: stripe.fetch, ...options });
    const payments = new TestPayments(stripe, app, await app.signedInClient());
    await app.verifyEmails();
    return payments;
  }

  /** The provider's id of a new payment. */
  async startPayment(payer = this.payer): Promise<string> {
    const book = await payer.post('/api/books', algorithms);
    if (book.status !== 201) throw new Error(`No book for the payment: ${JSON.stringify(book.body)}`);
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

  /** 'pending → succeeded'; an entry without a transition is its note. */
  async history(intentId: string): Promise<string[]> {
    const { rows } = await this.app.database.pool.query<{ step: string }>(
      `SELECT CASE WHEN c.from_status = c.to_status THEN c.cause
         ELSE coalesce(c.from_status || ' → ', '') || c.to_status END AS step
       FROM payment_status_history c JOIN payments p ON p.id = c.payment_id
       WHERE p.stripe_payment_intent_id = $1 ORDER BY c.id`,
      [intentId],
    );
    return rows.map(({ step }) => step);
  }

  /** How often it was fulfilled and revoked. */
  effects(intentId: string): [given: number, takenBack: number] {
    const about = (paid: PurchasePayment) => paid.stripePaymentIntentId === intentId;
    return [this.fulfilled.filter(about).length, this.revoked.filter(about).length];
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

  /** Delivers an event about the payment. */
  deliverEvent(type: string, intentId: string): Promise<Reply> {
    return this.deliver(eventOf(type, this.stripe.intent(intentId)));
  }
}
