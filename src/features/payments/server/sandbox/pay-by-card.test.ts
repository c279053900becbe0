import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestSandbox } from '#tests/support/server/test-sandbox.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await TestSandbox.open();
});
afterAll(() => sandbox.close());

const retrieve = (id: string) => sandbox.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
const count = async (kind: string, intent: string) => {
  const { rows } = await sandbox.database.pool.query(
    "SELECT FROM sandbox_objects WHERE kind = $1 AND data ->> 'payment_intent' = $2",
    [kind, intent],
  );
  return rows.length;
};

describe('a card that pays', () => {
  it.each([
    ['4242 4242 4242 4242', 'visa', '4242'],
    ['5555555555554444', 'mastercard', '4444'],
    ['378282246310005', 'amex', '0005'],
    ['4000000000000341', 'visa', '0341'],
  ])('%s: the money is there', async (number, brand, last4) => {
    const { id, secret } = await sandbox.purchase();
    const answer = await sandbox.pay(secret, number);
    expect([answer.status, answer.body.status]).toEqual([200, 'succeeded']);
    const intent = await retrieve(id);
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: 299, last_payment_error: null });
    expect(intent.latest_charge).toMatchObject({
      paid: true,
      amount: 299,
      refunded: false,
      amount_refunded: 0,
      disputed: false,
      payment_method_details: { type: 'card', card: { brand, last4, exp_month: 12, exp_year: 2034 } },
    });
    expect(await sandbox.told(id)).toEqual(['payment_intent.succeeded']);
  });

  it('4000000000000259: the money is there, and then disputed', async () => {
    const { id, secret } = await sandbox.purchase();
    expect((await sandbox.pay(secret, '4000000000000259')).body.status).toBe('succeeded');
    const { data } = await sandbox.stripe.disputes.list({ payment_intent: id });
    expect(data).toMatchObject([{ amount: 299, status: 'needs_response', reason: 'fraudulent' }]);
    expect((await retrieve(id)).latest_charge).toMatchObject({ disputed: true });
    expect(await sandbox.told(id)).toEqual(['charge.dispute.created', 'payment_intent.succeeded']);
  });

  it('leaves nothing of its number behind', async () => {
    const { id, secret } = await sandbox.purchase();
    await sandbox.pay(secret, '4242424242424242');
    await sandbox.stripe.paymentIntents.retrieve(id);
    const { rows } = await sandbox.database.pool.query(
      `SELECT FROM sandbox_objects WHERE data::text LIKE '%42424242%' OR data::text LIKE '%"cvc":%'`,
    );
    expect(rows).toEqual([]);
  });
});

describe('a card that is declined', () => {
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
  ])('%s: %s %s, and another one may be tried', async (number, code, decline_code, message) => {
    const { id, secret } = await sandbox.purchase();
    const { status, body } = await sandbox.pay(secret, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, message });
    expect(body.error.decline_code).toBe(decline_code);
    expect(body.error.payment_intent).toMatchObject({ id, status: 'requires_payment_method' });
    expect(body.error.payment_intent).not.toHaveProperty('metadata');

    const intent = await retrieve(id);
    expect(intent.last_payment_error).toMatchObject({ type: 'card_error', code, message });
    expect(intent.latest_charge).toMatchObject({ paid: false, status: 'failed', failure_code: code });
    expect(await sandbox.told(id)).toEqual(['payment_intent.payment_failed']);

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
  ])('%o: %s, before anything is attempted', async (card, code, message) => {
    const { id, secret } = await sandbox.purchase();
    const { status, body } = await sandbox.pay(secret, card);
    expect([status, body.error.type, body.error.code]).toEqual([402, 'card_error', code]);
    expect(body.error.message).toMatch(message);
    expect(await retrieve(id)).toMatchObject({ last_payment_error: null, latest_charge: null });
  });
});

describe('3-D Secure', () => {
  it.each(['4000002500003155', '4000002760003184'])(
    '%s asks, and pays when it is answered',
    async (number) => {
      const { id, secret } = await sandbox.purchase();
      const { status, body } = await sandbox.pay(secret, number);
      expect([status, body.status, body.next_action.type]).toEqual([
        200,
        'requires_action',
        'use_stripe_sdk',
      ]);
      expect((await retrieve(id)).latest_charge).toBeNull();
      expect((await sandbox.authenticate(secret, 'complete')).body.status).toBe('succeeded');
      expect(await retrieve(id)).toMatchObject({ status: 'succeeded', next_action: null });
      expect(await sandbox.told(id)).toEqual(['payment_intent.requires_action', 'payment_intent.succeeded']);
    },
  );

  it('fails where the owner fails, and another card may be tried', async () => {
    const { id, secret } = await sandbox.purchase();
    await sandbox.pay(secret, '4000002500003155');
    const { status, body } = await sandbox.authenticate(secret, 'fail');
    expect([status, body.error.code]).toEqual([402, 'payment_intent_authentication_failure']);
    expect(body.error.payment_intent.status).toBe('requires_payment_method');
    expect((await sandbox.pay(secret, '4242424242424242')).body.status).toBe('succeeded');
    expect(await sandbox.told(id)).toContain('payment_intent.payment_failed');
  });

  it('charges once, however often it is answered', async () => {
    const { id, secret } = await sandbox.purchase();
    await sandbox.pay(secret, '4000002500003155');
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sandbox.authenticate(secret, 'complete')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await count('charge', id)).toBe(1);
  });
});

it('twenty tabs that pay at once pay once', async () => {
  const { id, secret } = await sandbox.purchase();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => sandbox.pay(secret, '4242424242424242')),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const others = answers.filter(({ status }) => status !== 200);
  for (const { status, body } of others) {
    expect([status, body.error.code]).toEqual([400, 'payment_intent_unexpected_state']);
    expect(body.error.payment_intent.status).toBe('succeeded');
  }
  expect(await count('charge', id)).toBe(1);
  expect(await sandbox.told(id)).toEqual(['payment_intent.succeeded']);
});

describe("the browser's door", () => {
  it('shows an intent to whoever has its secret, without what is not for browsers', async () => {
    const intent = await sandbox.stripe.paymentIntents.create({
      amount: 299,
      currency: 'usd',
      metadata: { book: 'secret' },
    });
    const secret = intent.client_secret!;
    const { status, headers, body } = await sandbox.send(
      'GET',
      `/payment_intents/${intent.id}`,
      sandbox.proof(secret),
    );
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ id: intent.id, amount: 299, status: 'requires_payment_method' });
    for (const name of ['metadata', 'customer', 'latest_charge', 'transfer_data'])
      expect(body).not.toHaveProperty(name);
  });

  it('tells nobody else anything, and lets nobody else pay', async () => {
    const { id, secret } = await sandbox.purchase();
    const other = await sandbox.purchase();
    const attempts: [string, Record<string, string>, number][] = [
      [id, { key: sandbox.keys.publishableKey }, 400],
      [id, { ...sandbox.proof(secret), key: 'pk_test_other' }, 401],
      [id, { ...sandbox.proof(secret), key: sandbox.keys.secretKey }, 401],
      [id, sandbox.proof(`${secret}x`), 404],
      [id, sandbox.proof(other.secret), 404],
      ['pi_none', sandbox.proof(secret), 404],
      ['pi%00none', sandbox.proof(secret), 404],
    ];
    for (const [path, fields, expected] of attempts) {
      const look = await sandbox.send('GET', `/payment_intents/${path}`, fields);
      const answer = await sandbox.send('POST', `/payment_intents/${path}/authenticate`, {
        ...fields,
        outcome: 'complete',
      });
      expect([path, look.status, answer.status]).toEqual([path, expected, expected]);
    }
    expect((await retrieve(id)).status).toBe('requires_payment_method');
  });

  it('refuses what no card form sends', async () => {
    const { id, secret } = await sandbox.purchase();
    const path = `/payment_intents/${id}/confirm`;
    const bare = await sandbox.send('POST', path, sandbox.proof(secret));
    expect([bare.status, bare.body.error.type]).toEqual([400, 'invalid_request_error']);
    const long = await sandbox.send('POST', path, { ...sandbox.proof(secret), more: 'x'.repeat(20_000) });
    expect(long.status).toBe(413);
  });

  it('bounds how often cards are tried on one intent', async () => {
    const { secret } = await sandbox.purchase();
    const statuses = new Set<number>();
    for (let attempt = 0; attempt < 61; attempt++)
      statuses.add((await sandbox.authenticate(secret, 'complete')).status);
    expect([...statuses]).toEqual([400, 429]);
  });
});
