import type { FastifyInstance } from 'fastify';
import Stripe from 'stripe';
import { expect } from 'vitest';
import {
  createSandbox,
  type Sandbox,
  sandboxControls,
  type SandboxControls,
} from '#features/payments/server/sandbox/create-sandbox.ts';
import { createHttpServer } from '#platform/server/http/create-http-server.ts';
import type { JobQueue } from '#platform/server/jobs/job-queue.ts';
import { openJobQueue } from '#platform/server/jobs/pg-boss-job-queue.ts';
import { openSecrets } from '#platform/server/secrets/secrets.ts';
import type { Reply } from './test-app.ts';
import { TestClock } from './test-clock.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type TestCardInput = { number: string; exp_month?: string; exp_year?: string; cvc?: string };

/** The payment sandbox alone: the real SDK, a browser, and a webhook that verifies its deliveries. */
export class TestSandbox {
  readonly clock = new TestClock();
  readonly events: Stripe.Event[] = [];
  /** The webhook's response. */
  webhookStatus = 200;
  /** How often it responded with another status. */
  refused = 0;
  readonly keys: Sandbox;
  readonly stripe: Stripe;
  readonly controls: SandboxControls;
  readonly #http: FastifyInstance;
  readonly #jobs: JobQueue;
  readonly database: TestDatabase;

  private constructor(
    keys: Sandbox,
    parts: { http: FastifyInstance; jobs: JobQueue; database: TestDatabase; clock: TestClock },
  ) {
    this.keys = keys;
    this.clock = parts.clock;
    this.database = parts.database;
    this.#http = parts.http;
    this.#jobs = parts.jobs;
    this.controls = sandboxControls(parts);
    this.stripe = this.client();
    parts.http.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    parts.http.removeContentTypeParser('application/json');
    parts.http.post('/api/webhooks/stripe', { config: { auth: 'public' } }, async (request, reply) => {
      const signature = request.headers['stripe-signature'] ?? '';
      const now = this.clock.now().getTime();
      const body = String(request.body);
      const event = this.stripe.webhooks.constructEvent(
        body,
        signature,
        keys.webhookSecret,
        300,
        undefined,
        now,
      );
      if (this.webhookStatus === 200) this.events.push(event);
      else this.refused += 1;
      return reply.code(this.webhookStatus).send({});
    });
  }

  static async open(): Promise<TestSandbox> {
    const database = await createTestDatabase();
    const clock = new TestClock();
    const http = await createHttpServer({ logLevel: 'silent', trustedProxies: [] });
    const jobs = await openJobQueue(database, http.log);
    const secrets = await openSecrets(database, undefined, clock.now());
    const keys = await createSandbox({ database, clock, http, jobs, secrets, log: http.log });
    const sandbox = new TestSandbox(keys, { http, jobs, database, clock });
    await http.ready();
    return sandbox;
  }

  client(secretKey = this.keys.secretKey): Stripe {
    const httpClient = Stripe.createFetchHttpClient(this.keys.fetch);
    return new Stripe(secretKey, { httpClient, maxNetworkRetries: 0 });
  }

  /** A browser's request and response. */
  async send(method: 'GET' | 'POST', path: string, fields: Record<string, string>): Promise<Reply> {
    const form = new URLSearchParams(fields).toString();
    const answer = await this.#http.inject({
      method,
      url: `/api/payment-sandbox/v1${path}${method === 'GET' ? `?${form}` : ''}`,
      ...(method === 'POST' && {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: form,
      }),
    });
    const headers = new Headers(answer.headers as Record<string, string>);
    return { status: answer.statusCode, headers, body: answer.json() };
  }

  /** Identifies the owner of an intent. */
  proof = (clientSecret: string) => ({ key: this.keys.publishableKey, client_secret: clientSecret });

  /** Fills in the card form. */
  pay(clientSecret: string, card: TestCardInput | string): Promise<Reply> {
    const fields = { exp_month: '12', exp_year: '34', cvc: '123' };
    const filled = { ...fields, ...(typeof card === 'string' ? { number: card } : card) };
    const data = Object.entries(filled).map(([name, value]) => [`payment_method_data[card][${name}]`, value]);
    return this.send('POST', `/payment_intents/${idIn(clientSecret)}/confirm`, {
      ...this.proof(clientSecret),
      'payment_method_data[type]': 'card',
      ...Object.fromEntries(data),
    });
  }

  authenticate(clientSecret: string, outcome: string): Promise<Reply> {
    const path = `/payment_intents/${idIn(clientSecret)}/authenticate`;
    return this.send('POST', path, { ...this.proof(clientSecret), outcome });
  }

  /** A single purchase before its payment. */
  async purchase(amount = 299): Promise<{ id: string; secret: string }> {
    const { id, client_secret } = await this.stripe.paymentIntents.create({ amount, currency: 'usd' });
    return { id, secret: client_secret! };
  }

  /** Advances the clock and runs due work. */
  async later(by: Parameters<TestClock['advance']>[0]): Promise<void> {
    this.clock.advance(by);
    await this.#jobs.runNow('sandbox-billing');
  }

  /** The types of an object's events, once all are delivered. */
  async told(about: string): Promise<string[]> {
    const left = async () => {
      await this.#hurry();
      return this.undelivered();
    };
    await expect.poll(left, { timeout: 20_000 }).toBe(0);
    return this.events
      .filter(({ data }) => JSON.stringify(data.object).includes(about))
      .map(({ type }) => type)
      .sort();
  }

  /** Retries failed deliveries now instead of at their due time. */
  async #hurry(): Promise<void> {
    await this.database.pool.query(
      "UPDATE pgboss.job SET start_after = created_on WHERE name = 'deliver-sandbox-events' AND state = 'retry'",
    );
    await this.#jobs.runNow('deliver-sandbox-events');
  }

  async undelivered(): Promise<number> {
    const { rows } = await this.database.pool.query<{ id: string }>(
      "SELECT id FROM sandbox_objects WHERE kind = 'event'",
    );
    const delivered = new Set(this.events.map(({ id }) => id));
    return rows.filter(({ id }) => !delivered.has(id)).length;
  }

  async close(): Promise<void> {
    await this.#jobs.close();
    await this.#http.close();
    await this.database.close();
  }
}

export const idIn = (clientSecret: string) => clientSecret.split('_secret_')[0]!;
