import type Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import { TestSandbox, testKeys } from '../testing/test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = new TestSandbox();
});

const retrieve = (id: string) => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
const countCharges = (intent: string) =>
  sandbox.storage.objects('charge').filter(({ data }) => JSON.stringify(data).includes(intent)).length;

describe('a good card', () => {
  it.each([
    ['4242 4242 4242 4242', 'visa', '4242'],
    ['5555555555554444', 'mastercard', '4444'],
    ['378282246310005', 'amex', '0005'],
    ['4000000000000341', 'visa', '0341'],
  ])('%s pays', async (number, brand, last4) => {
    const { id, secret } = await sandbox.createIntent();
    const { status, body } = await sandbox.pay(secret, number);
    expect([status, body.status]).toEqual([200, 'succeeded']);
    const intent = await retrieve(id);
    expect(intent).toMatchObject({ status: 'succeeded', last_payment_error: null });
    expect(intent.latest_charge).toMatchObject({
      paid: true,
      amount: 299,
      refunded: false,
      amount_refunded: 0,
      disputed: false,
      payment_method_details: { type: 'card', card: { brand, last4 } },
    });
    expect(await sandbox.eventTypes(id)).toEqual(['payment_intent.succeeded']);
  });

  it('4000000000000259 pays, then the payment is disputed', async () => {
    const { id, secret } = await sandbox.createIntent();
    expect((await sandbox.pay(secret, '4000000000000259')).body.status).toBe('succeeded');
    const charge = (await retrieve(id)).latest_charge as Stripe.Charge;
    expect(charge.disputed).toBe(true);
    const { data } = await sandbox.stripe.disputes.list({ charge: charge.id });
    expect(data).toMatchObject([{ amount: 299, status: 'needs_response' }]);
    expect(await sandbox.eventTypes(id)).toEqual(['charge.dispute.created', 'payment_intent.succeeded']);
  });

  it('is stored without its number and its code', async () => {
    const { secret } = await sandbox.createIntent();
    await sandbox.pay(secret, '4242424242424242');
    expect(JSON.stringify(sandbox.storage.objects())).not.toMatch(/42424242|"cvc":/);
  });
});

describe('a declined card', () => {
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      undefined,
      'An error occurred while processing your card. Try again in a little bit.',
    ],
  ])('%s: %s %s, then another card can pay', async (number, code, decline_code, message) => {
    const { id, secret } = await sandbox.createIntent();
    const { status, body } = await sandbox.pay(secret, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, message });
    expect(body.error.decline_code).toBe(decline_code);
    expect(body.error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' });
    expect(body.error.payment_intent).not.toHaveProperty('metadata');

    const intent = await retrieve(id);
    expect(intent.last_payment_error).toMatchObject({ type: 'card_error', code, message });
    expect(intent.latest_charge).toMatchObject({ paid: false, status: 'failed' });
    expect(await sandbox.eventTypes(id)).toEqual(['payment_intent.payment_failed']);

    expect((await sandbox.pay(secret, '4242424242424242')).body.status).toBe('succeeded');
    expect((await retrieve(id)).last_payment_error).toBeNull();
  });

  it.each([
    [{ number: '4111111111111111' }, 'card_declined', /used a non test card/],
    [{ number: '4242424242424241' }, 'incorrect_number', /number is incorrect/],
    [{ number: '4242 4242' }, 'invalid_number', /not a valid credit card number/],
    [{ number: '4242424242424242', exp_year: '25' }, 'invalid_expiry_year', /year is invalid/],
    [
      { number: '4242424242424242', exp_year: '2026', exp_month: '8' },
      'invalid_expiry_month',
      /month is invalid/,
    ],
    [{ number: '4242424242424242', exp_month: '13' }, 'invalid_expiry_month', /month is invalid/],
    [{ number: '4242424242424242', cvc: '12' }, 'invalid_cvc', /security code is invalid/],
  ])('%o: %s, before any attempt to charge', async (card, code, message) => {
    const { id, secret } = await sandbox.createIntent();
    const { status, body } = await sandbox.pay(secret, card);
    expect([status, body.error.type, body.error.code]).toEqual([402, 'card_error', code]);
    expect(body.error.message).toMatch(message);
    expect(await retrieve(id)).toMatchObject({ last_payment_error: null, latest_charge: null });
  });
});

describe('3-D Secure', () => {
  it.each(['4000002500003155', '4000002760003184'])(
    '%s requires authentication, then pays',
    async (number) => {
      const { id, secret } = await sandbox.createIntent();
      const { status, body } = await sandbox.pay(secret, number);
      expect([status, body.status]).toEqual([200, 'requires_action']);
      expect((await retrieve(id)).latest_charge).toBeNull();
      expect((await sandbox.authenticate(secret, 'complete')).body.status).toBe('succeeded');
      expect((await retrieve(id)).status).toBe('succeeded');
      expect(await sandbox.eventTypes(id)).toEqual([
        'payment_intent.requires_action',
        'payment_intent.succeeded',
      ]);
    },
  );

  it('fails the payment, then another card can pay', async () => {
    const { id, secret } = await sandbox.createIntent();
    await sandbox.pay(secret, '4000002500003155');
    const { status, body } = await sandbox.authenticate(secret, 'fail');
    expect([status, body.error.code]).toEqual([402, 'payment_intent_authentication_failure']);
    expect(body.error.payment_intent.status).toBe('requires_payment_method');
    expect((await sandbox.pay(secret, '4242424242424242')).body.status).toBe('succeeded');
    expect(await sandbox.eventTypes(id)).toContain('payment_intent.payment_failed');
  });
});

it('twenty simultaneous payments charge once', async () => {
  const { id, secret } = await sandbox.createIntent();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => sandbox.pay(secret, '4242424242424242')),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = replies.filter(({ status }) => status !== 200);
  for (const { status, body } of others) {
    expect([status, body.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
    expect(body.error.payment_intent.status).toBe('succeeded');
  }
  expect(countCharges(id)).toBe(1);
  expect(await sandbox.eventTypes(id)).toEqual(['payment_intent.succeeded']);
});

describe('the API for browsers', () => {
  it('returns an intent for its secret, without the fields that are not for browsers', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 299,
      currency: 'usd',
      metadata: { book: 'secret' },
    });
    const secret = intent.client_secret!;
    const { status, headers, body } = await sandbox.send(
      'GET',
      `/payment_intents/${intent.id}`,
      sandbox.credentials(secret),
    );
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ id: intent.id, amount: 299, status: 'requires_payment_method' });
    for (const name of ['metadata', 'customer', 'latest_charge']) expect(body).not.toHaveProperty(name);
  });

  it('refuses to read or pay without the secret of the intent', async () => {
    const { id, secret } = await sandbox.createIntent();
    const other = await sandbox.createIntent();
    const attempts: [string, Record<string, string>, number][] = [
      [id, { key: testKeys.publishableKey }, 400],
      [id, { ...sandbox.credentials(secret), key: 'pk_test_other' }, 401],
      [id, { ...sandbox.credentials(secret), key: testKeys.secretKey }, 401],
      [id, sandbox.credentials(`${secret}x`), 404],
      [id, sandbox.credentials(other.secret), 404],
      ['pi_none', sandbox.credentials(secret), 404],
      ['pi%00none', sandbox.credentials(secret), 404],
    ];
    for (const [path, fields, expected] of attempts) {
      const read = await sandbox.send('GET', `/payment_intents/${path}`, fields);
      const pay = await sandbox.send('POST', `/payment_intents/${path}/authenticate`, {
        ...fields,
        outcome: 'complete',
      });
      expect([path, read.status, pay.status]).toEqual([path, expected, expected]);
    }
    expect((await retrieve(id)).status).toBe('requires_payment_method');
  });

  it('limits the rate of requests for one intent', async () => {
    const { secret } = await sandbox.createIntent();
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 61; attempt++)
      statuses.add((await sandbox.authenticate(secret, 'complete')).status);
    expect([...statuses]).toEqual([400, 429]);
  });

  it('limits the rate of requests of one client', async () => {
    const { id, secret } = await sandbox.createIntent();
    const read = (client: string) =>
      sandbox.send('GET', `/payment_intents/${id}`, sandbox.credentials(secret), { client });
    for (let request = 0; request < 600; request++) expect((await read('192.0.2.1')).status).toBe(200);
    const { status, body } = await read('192.0.2.1');
    expect([status, body.error.code]).toEqual([429, 'rate_limit']);
    expect((await read('192.0.2.2')).status).toBe(200);
  });

  it('takes parameters as an object', async () => {
    const { id, secret } = await sandbox.createIntent();
    const card = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' };
    const body = { ...sandbox.credentials(secret), payment_method_data: { type: 'card', card } };
    const reply = await sandbox.send('POST', `/payment_intents/${id}/confirm`, {}, { body });
    expect([reply.status, reply.body.status]).toEqual([200, 'succeeded']);
  });

  it('responds to other URLs as Stripe does', async () => {
    const { id, secret } = await sandbox.createIntent();
    for (const [method, path] of [
      ['POST', `/payment_intents/${id}`],
      ['GET', `/payment_intents/${id}/confirm`],
      ['GET', '/customers'],
    ] as const) {
      const { status, body } = await sandbox.send(method, path, sandbox.credentials(secret));
      expect([status, body.error.type]).toEqual([404, 'invalid_request_error']);
    }
  });
});
