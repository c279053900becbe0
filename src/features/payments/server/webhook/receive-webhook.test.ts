import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventOf, signatureOf, stripeVariables } from '#tests/support/fakes/fake-stripe.ts';
import { TestPayments } from '#tests/support/server/test-payments.ts';

let till: TestPayments;
let id: string;

beforeAll(async () => {
  till = await TestPayments.open();
});
beforeEach(async () => {
  till.fulfilOverride = null;
  till.stripe.isDown = false;
  till.stripe.before = () => {};
  await till.app.database.pool.query('TRUNCATE payments CASCADE');
  id = await till.startPayment();
});
afterAll(() => till.app.stop());

const succeeded = () => eventOf('payment_intent.succeeded', till.stripe.pay(id));

describe('a delivery that is not a current one of the provider', () => {
  const seconds = (count: number) => new Date(till.app.clock.now().getTime() + count * 1000);

  it.each([
    ['signed with another secret', () => ({ secret: 'whsec_other' })],
    ['older than five minutes', () => ({ at: seconds(-301) })],
    ['from the future', () => ({ at: seconds(61) })],
    ['with other bytes than those signed', () => ({ body: JSON.stringify(succeeded()) })],
    ['with no bytes', () => ({ body: '' })],
  ])('is refused: %s', async (_what, how) => {
    const refused = await till.deliver(succeeded(), how());
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid-webhook-signature']);
    expect(await till.row(id)).toMatchObject({ status: 'pending', version: 0 });
    const { rows } = await till.app.database.pool.query('SELECT id FROM webhook_events');
    expect(rows).toEqual([]);
  });

  it('is refused without a signature, with every type', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const refused = await till.app
        .visitor()
        .send('POST', '/api/webhooks/stripe', JSON.stringify(succeeded()), { 'content-type': type });
      expect([refused.status, refused.body.code]).toEqual([400, 'invalid-webhook-signature']);
    }
  });

  it('is refused when it is too large to be an event', async () => {
    const refused = await till.deliver({ ...succeeded(), padding: 'x'.repeat(300_000) });
    expect(refused.status).toBe(413);
  });
});

it('accepts an event that is nearly too old, or that has one right signature of several', async () => {
  const event = JSON.stringify(succeeded());
  const at = new Date(till.app.clock.now().getTime() - 299_000);
  const [old, ours] = ['whsec_old', stripeVariables.STRIPE_WEBHOOK_SECRET].map((secret) =>
    signatureOf(event, at, secret),
  );
  const both = `${old},${ours!.slice(ours!.indexOf('v1='))}`;
  const taken = await till.app
    .visitor()
    .send('POST', '/api/webhooks/stripe', event, { 'stripe-signature': both });
  expect([taken.status, taken.body]).toEqual([200, { received: true }]);
  expect((await till.row(id)).status).toBe('succeeded');
});

it('refuses events of the other mode', async () => {
  const refused = await till.deliver({ ...succeeded(), livemode: true });
  expect([refused.status, refused.body.code]).toEqual([400, 'webhook-mode-mismatch']);
  expect((await till.row(id)).status).toBe('pending');
});

it.each([
  ['another amount', { amount: 1 }],
  ['another currency', { currency: 'eur' }],
])('refuses an event that says %s than the payment', async (_what, changes) => {
  const refused = await till.deliver(
    eventOf('payment_intent.succeeded', { ...till.stripe.pay(id), ...changes }),
  );
  expect([refused.status, refused.body.code]).toEqual([400, 'webhook-payment-mismatch']);
  expect((await till.row(id)).status).toBe('pending');
  expect(till.effects(id)).toEqual([0, 0]);
});

it.each([
  ['amount 1 instead of 299', { amount: 1 }],
  ['currency eur instead of usd', { currency: 'eur' }],
  ['livemode true', { livemode: true }],
  ['another customer', { customer: 'cus_other' }],
  ['another payment', { metadata: {} }],
])("changes nothing while the provider's own state is: %s", async (what, changes) => {
  const honest = { ...till.stripe.intent(id) };
  Object.assign(till.stripe.pay(id), changes);
  for (const type of ['payment_intent.succeeded', 'payment_intent.processing'])
    expect((await till.deliver(eventOf(type, honest))).status).toBe(200);
  expect((await till.row(id)).status).toBe('pending');
  expect(await till.history(id)).toEqual(['pending', `contradiction: ${what}`]);
  expect(till.effects(id)).toEqual([0, 0]);
});

it('refuses a signed body that is not an event', async () => {
  for (const data of [undefined, {}, { object: null }, { object: 'pi_1' }]) {
    const refused = await till.deliver({ ...succeeded(), data });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid-request']);
  }
});

it('ignores unknown events', async () => {
  const asked = till.stripe.requests.length;
  const others = [
    eventOf('payment_intent.succeeded', { id: 'pi_other', object: 'payment_intent', amount: 1 }),
    eventOf('charge.succeeded', { id: 'ch_1', object: 'charge', payment_intent: null }),
    eventOf('product.created', { id: 'prod_1', object: 'product' }),
  ];
  for (const event of others) expect((await till.deliver(event)).status).toBe(200);
  expect(till.stripe.requests.length).toBe(asked);
});

it('keeps a declined card pending, with its error', async () => {
  till.stripe.decline(id, 'Your card has insufficient funds.');
  await till.deliverEvent('payment_intent.payment_failed', id);
  expect(await till.row(id)).toMatchObject({
    status: 'pending',
    last_error: 'Your card has insufficient funds.',
    processed_at: null,
  });
  expect(await till.beginFor((await till.row(id)).book_id as string)).toBe(id);
  await till.deliver(succeeded());
  expect(await till.row(id)).toMatchObject({ status: 'succeeded', last_error: null });
});

describe('refunds and disputes', () => {
  beforeEach(() => till.deliver(succeeded()));

  it('revokes a purchase that is refunded in full; a partial refund is recorded', async () => {
    const part = till.stripe.refund(id, 100);
    await till.deliver(eventOf('refund.created', part));
    expect(await till.row(id)).toMatchObject({ status: 'succeeded', amount_refunded: 100 });
    expect(till.effects(id)).toEqual([1, 0]);
    till.stripe.refund(id, 199);
    const charge = till.stripe.intent(id).latest_charge!;
    for (let turn = 0; turn < 3; turn += 1) await till.deliver(eventOf('charge.refunded', charge));
    expect(await till.row(id)).toMatchObject({ status: 'refunded', amount_refunded: 299 });
    expect(till.effects(id)).toEqual([1, 1]);
  });

  it('refuses a refund of more than the payment', async () => {
    const refund = till.stripe.refund(id);
    const refused = await till.deliver(eventOf('refund.created', { ...refund, amount: 300 }));
    expect([refused.status, refused.body.code]).toEqual([400, 'webhook-payment-mismatch']);
    expect(till.effects(id)).toEqual([1, 0]);
    expect((await till.deliver(eventOf('refund.created', refund))).status).toBe(200);
    expect(till.effects(id)).toEqual([1, 1]);
  });

  it('follows a dispute of the bank’s own amount and currency', async () => {
    const dispute = { ...till.stripe.dispute(id, 'lost'), amount: 311, currency: 'eur' };
    expect((await till.deliver(eventOf('charge.dispute.closed', dispute))).status).toBe(200);
    expect(till.effects(id)).toEqual([1, 1]);
  });

  it('does not take an inquiry for a dispute', async () => {
    const inquiry = till.stripe.dispute(id, 'warning_needs_response');
    await till.deliver(eventOf('charge.dispute.created', inquiry));
    expect((await till.row(id)).status).toBe('succeeded');
  });
});

it("refunds once if the purchase can't be fulfilled", async () => {
  till.fulfilOverride = async () => ({ kind: 'impossible', refundReason: 'listing-gone' });
  const event = succeeded();
  await Promise.all(Array.from({ length: 5 }, () => till.deliver(event)));
  await expect.poll(async () => (await till.row(id)).status, { timeout: 20_000 }).toBe('refunded');
  expect(await till.history(id)).toEqual([
    'pending',
    'pending → succeeded',
    'refund asked: listing-gone',
    'succeeded → refunded',
  ]);
  expect(till.stripe.refunds.filter(({ payment_intent }) => payment_intent === id)).toHaveLength(1);
  expect(await till.row(id)).toMatchObject({ fulfilled_at: null, revoked_at: null, next_check_at: null });
});

it('changes nothing while the provider does not respond, and the event is repeated', async () => {
  const event = succeeded();
  till.stripe.isDown = true;
  const refused = await till.deliver(event);
  expect([refused.status, refused.body.code]).toEqual([503, 'payment-provider-unavailable']);
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await till.row(id)).toMatchObject({ status: 'pending', version: 0 });
  till.stripe.isDown = false;
  await till.deliver(event);
  expect(till.effects(id)).toEqual([1, 0]);
});

it('rolls everything back when a later step fails, and the event is repeated', async () => {
  const event = succeeded();
  till.fulfilOverride = async () => {
    throw new Error('no room');
  };
  expect((await till.deliver(event)).status).toBe(500);
  expect(await till.row(id)).toMatchObject({ status: 'pending', version: 0 });
  expect(await till.history(id)).toEqual(['pending']);
  till.fulfilOverride = null;
  expect((await till.deliver(event)).status).toBe(200);
  expect(till.effects(id)).toEqual([1, 0]);
});

it('asks again when another process stored a newer snapshot in the meantime', async () => {
  const event = succeeded();
  let overtaken = 2;
  till.stripe.before = async () => {
    if (overtaken-- > 0)
      await till.app.database.pool.query(
        'UPDATE payments SET version = version + 1 WHERE stripe_payment_intent_id = $1',
        [id],
      );
  };
  const before = till.stripe.requests.length;
  await till.deliver(event);
  expect(till.stripe.requests.length - before).toBe(3);
  expect(till.effects(id)).toEqual([1, 0]);
  // If the state stays stale, the provider gets an error and retries later.
  overtaken = 1000;
  till.stripe.refund(id, 100);
  const again = await till.deliverEvent('payment_intent.processing', id);
  expect([again.status, again.headers.get('retry-after')]).toEqual([503, '1']);
});

it('changes nothing while the provider takes a payment back that has succeeded', async () => {
  await till.deliver(succeeded());
  till.stripe.intent(id).status = 'requires_payment_method';
  for (const type of ['payment_intent.processing', 'payment_intent.payment_failed'])
    expect((await till.deliverEvent(type, id)).status).toBe(200);
  expect((await till.row(id)).status).toBe('succeeded');
  expect(await till.history(id)).toEqual([
    'pending',
    'pending → succeeded',
    'contradiction: pending after succeeded',
  ]);
});

it('does not ask again when another process stored the same state in the meantime, also of a deleted user', async () => {
  till.stripe.decline(id, 'Your card has expired.');
  await till.deliverEvent('payment_intent.payment_failed', id);
  const overtake = async () => {
    await till.app.database.pool.query(
      'UPDATE payments SET version = version + 1 WHERE stripe_payment_intent_id = $1',
      [id],
    );
  };
  for (const deletion of [
    'last_error = last_error',
    'user_id = NULL, stripe_customer_id = NULL, last_error = NULL',
  ]) {
    await till.app.database.pool.query(
      `UPDATE payments SET ${deletion} WHERE stripe_payment_intent_id = $1`,
      [id],
    );
    const before = till.stripe.requests.length;
    till.stripe.before = overtake;
    expect((await till.deliverEvent('payment_intent.payment_failed', id)).status).toBe(200);
    expect(till.stripe.requests.length - before).toBe(1);
  }
  expect(await till.row(id)).toMatchObject({ status: 'pending', last_error: null });
  expect(await till.history(id)).toEqual(['pending']);
});
