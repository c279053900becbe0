import { expect } from 'vitest';
import type { AppOptions } from '#app/server/create-app.ts';
import { createSandboxContext } from '#features/payments/server/sandbox/mount-sandbox.ts';
import { createSandboxControls } from '#packages/stripe-sandbox/payments/disputes.ts';
import type { Subscription } from '#features/subscriptions/contract.ts';
import { intentIdOf, payWithCard } from './pay-with-card.ts';
import { signatureOf } from '../fakes/fake-stripe.ts';
import { type Reply, TestApp, type TestClient } from './test-app.ts';
import { algorithms } from './test-world.ts';

/** Background work after a payment: the provider's events, their effects, and refunds. */
const queues = ['deliver-sandbox-events', 'sync-payment', 'refund-payment', 'cancel-provider-subscription'];

export type ShopEvent = { id: string; type: string; data: { object: { id: string } } };

/** The product with its payment sandbox, and helpers to sell, pay and advance the clock. */
export class TestSandboxApp {
  readonly app: TestApp;

  private constructor(app: TestApp) {
    this.app = app;
  }

  static async open(options: Partial<AppOptions> = {}): Promise<TestSandboxApp> {
    return new TestSandboxApp(await TestApp.start(options));
  }

  async list(seller: TestClient, fields: object = {}): Promise<string> {
    return (await seller.post('/api/books', { ...algorithms, ...fields })).body.id;
  }

  /** The titles of a list, in order. */
  async titles(query = ''): Promise<string[]> {
    const { body } = await this.app.visitor().get(`/api/books${query}`);
    return body.map((book: { title: string }) => book.title);
  }

  /** The client secret of the payment for a boost. */
  async beginBoost(seller: TestClient, bookId: string): Promise<string> {
    const { body } = await seller.post('/api/create-payment-intent', { bookId, amount: 2.99 });
    return body.clientSecret;
  }

  async boost(seller: TestClient, bookId: string): Promise<string> {
    const secret = await this.beginBoost(seller, bookId);
    await this.pay(secret);
    await this.drainJobs();
    return intentIdOf(secret);
  }

  async beginAdFree(person: TestClient): Promise<string> {
    return (await person.post('/api/create-adfree-purchase', {})).body.clientSecret;
  }

  async subscribe(person: TestClient, card?: string): Promise<string> {
    const secret = await this.beginAdFree(person);
    await this.pay(secret, card);
    await this.drainJobs();
    return intentIdOf(secret);
  }

  /** Requires only the client secret. */
  pay = (secret: string, card?: string): Promise<Reply> => payWithCard(this.app.visitor(), secret, card);

  /** Refunds the payment in the provider's dashboard. */
  async refund(intent: string): Promise<void> {
    await this.app.app.payments.call((stripe) => stripe.refunds.create({ payment_intent: intent }));
  }

  /** The cardholder disputes the payment, and the bank decides. */
  async dispute(intent: string, outcome: 'won' | 'lost'): Promise<void> {
    const bank = createSandboxControls(createSandboxContext(this.app.app.context));
    await bank.disputePayment(intent);
    await this.drainJobs();
    await bank.closeDispute(intent, outcome);
    await this.drainJobs();
  }

  /** Waits until no background work is left. */
  async drainJobs(): Promise<void> {
    const { jobs } = this.app.app.context;
    const waiting = async () => {
      for (const queue of queues) await jobs.runNow(queue);
      const { rows } = await this.app.database.pool.query<{ jobs: number }>(
        `SELECT count(*)::int AS jobs FROM pgboss.job
         WHERE name = ANY($1) AND (state = 'active' OR (state IN ('created', 'retry') AND start_after <= now()))`,
        [queues],
      );
      return rows[0]!.jobs;
    };
    await expect.poll(waiting, { timeout: 30_000, interval: 20 }).toBe(0);
  }

  /** Advances the clock: the provider renews and retries, and due jobs run. */
  async advanceTime(by: Parameters<TestApp['clock']['advance']>[0]): Promise<void> {
    this.app.clock.advance(by);
    for (const job of ['run-sandbox-billing', 'delete-old-sandbox-data'])
      await this.app.app.context.jobs.runNow(job);
    await this.drainJobs();
    await this.app.app.context.jobs.runNow('expire-boosts');
    await this.app.app.context.jobs.runNow('check-due-subscriptions');
    await this.drainJobs();
  }

  /** The provider's id of the user's newest subscription. */
  async subscriptionOf(person: TestClient): Promise<string> {
    const { rows } = await this.app.database.pool.query<{ id: string }>(
      'SELECT stripe_subscription_id AS id FROM subscriptions WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
      [person.id],
    );
    return rows[0]!.id;
  }

  /** A setting changed in the provider's dashboard, or by the provider itself. */
  async setAtProvider(id: string, fields: object): Promise<void> {
    await this.app.database.pool.query('UPDATE sandbox_objects SET data = data || $2 WHERE id = $1', [
      id,
      fields,
    ]);
  }

  /** The subscription's state at the provider. */
  atProvider = (id: string) =>
    this.app.app.payments.call((stripe) => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }));

  /** Ends the purchases of earlier tests here and at the provider. */
  async forgetOthers(): Promise<void> {
    await this.app.database.pool.query('UPDATE subscriptions SET next_check_at = NULL');
    await this.stopProvider();
  }

  /** Stops the provider's background work. */
  async stopProvider(): Promise<void> {
    await this.app.database.pool.query('UPDATE sandbox_objects SET due_at = NULL');
  }

  /** Whether the user sees ads, until when, and the state of their subscription. */
  async adFree(person: TestClient): Promise<{ flag: boolean; until: string | null; state: string | null }> {
    const { status, body: user } = await person.post('/api/users/sync');
    expect([status, user]).toEqual([200, user]);
    const { subscription } = (await person.get('/api/subscription')).body as {
      subscription: Subscription | null;
    };
    return {
      flag: user.isAdFreeSubscriber,
      until: user.subscriptionExpiresAt,
      state: subscription?.state ?? null,
    };
  }

  /** Delivers past events again. */
  async deliverAgain(event: ShopEvent): Promise<Reply> {
    const { webhookSecret } = this.app.app.payments.provider() as unknown as { webhookSecret: string };
    const payload = JSON.stringify(event);
    return this.app.visitor().send('POST', '/api/webhooks/stripe', payload, {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(payload, this.app.clock.now(), webhookSecret),
    });
  }

  /** All events so far, oldest first. */
  async events(): Promise<ShopEvent[]> {
    const { rows } = await this.app.database.pool.query<{ data: ShopEvent }>(
      `SELECT data FROM sandbox_objects WHERE kind = 'event' ORDER BY created_at, id`,
    );
    return rows.map(({ data }) => data);
  }
}
