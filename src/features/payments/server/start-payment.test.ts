import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { TestPayments } from '#tests/support/server/test-payments.ts';
import { algorithms } from '#tests/support/server/test-world.ts';

let till: TestPayments;
let bookId: string;

beforeAll(async () => {
  till = await TestPayments.open();
});
beforeEach(async () => {
  till.stripe.isDown = false;
  till.stripe.failing = /^never$/;
  bookId = (await till.payer.post('/api/books', algorithms)).body.id;
});
afterAll(() => till.app.stop());

const begun = async () => {
  const { rows } = await till.app.database.pool.query('SELECT * FROM payments WHERE book_id = $1', [bookId]);
  return rows;
};

it('charges the price of the price list, and names the user and the purchase', async () => {
  const id = await till.beginFor(bookId);
  const row = await till.row(id);
  expect(till.stripe.intent(id)).toMatchObject({
    amount: 299,
    currency: 'usd',
    customer: row.stripe_customer_id,
    metadata: { payment: row.id, book: bookId, type: 'boost' },
  });
  expect(row).toMatchObject({ amount: 299, currency: 'usd', status: 'pending', provider: 'stripe-test' });
  expect(row.metadata).toEqual(till.stripe.intent(id).metadata);
});

it('is the same for simultaneous and for later requests', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => till.beginFor(bookId)));
  ids.push(await till.beginFor(bookId));
  expect(new Set(ids).size).toBe(1);
  expect(await begun()).toHaveLength(1);
  expect(await till.history(ids[0]!)).toEqual(['pending']);
});

it('is the same after a crash between the provider and our row', async () => {
  const id = await till.beginFor(bookId);
  await till.app.database.pool.query('DELETE FROM payments WHERE book_id = $1', [bookId]);
  expect(await till.beginFor(bookId)).toBe(id);
  expect(await begun()).toHaveLength(1);
});

it('is a new one after the last was paid or canceled, even if no event arrived', async () => {
  const first = await till.beginFor(bookId);
  till.stripe.pay(first);
  const second = await till.beginFor(bookId);
  expect(second).not.toBe(first);
  expect((await till.row(first)).status).toBe('succeeded');
  till.stripe.cancel(second);
  const third = await till.beginFor(bookId);
  expect([first, second]).not.toContain(third);
  expect((await till.row(second)).status).toBe('canceled');
});

it('is not created again while the first is processing', async () => {
  const id = await till.beginFor(bookId);
  till.stripe.intent(id).status = 'processing';
  await expect(till.beginFor(bookId)).rejects.toMatchObject({ code: 'payment-processing' });
});

it('is a new one when the keys belong to another account', async () => {
  const id = await till.beginFor(bookId);
  till.stripe.intents.delete(id);
  expect(await till.beginFor(bookId)).not.toBe(id);
});

it('stores nothing while the provider does not respond', async () => {
  till.stripe.isDown = true;
  await expect(till.beginFor(bookId)).rejects.toMatchObject({
    code: 'payment-provider-unavailable',
    status: 503,
    retryAfter: 5,
  });
  expect(await begun()).toEqual([]);
});

it('has one customer per user, with only our id', async () => {
  const person = await till.app.signedInClient();
  const { payments } = till.app.app;
  const customers = await Promise.all(
    Array.from({ length: 5 }, () => payments.withCustomer(person.id, async (id) => id)),
  );
  expect(new Set(customers).size).toBe(1);
  expect(await payments.withCustomer(till.payer.id, async (id) => id)).not.toBe(customers[0]);
});

it('creates a new customer for a user whom the provider deleted', async () => {
  const { payments } = till.app.app;
  const known = await payments.withCustomer(till.payer.id, async (id) => id);
  till.stripe.customers.delete(known);
  const ids = await Promise.all(Array.from({ length: 4 }, () => till.beginFor(bookId)));
  expect(new Set(ids).size).toBe(1);
  const made = await payments.withCustomer(till.payer.id, async (id) => id);
  expect(made).not.toBe(known);
  expect(till.stripe.intent(ids[0]!)).toMatchObject({ customer: made });
  till.stripe.customers.delete(made);
  till.stripe.pay(ids[0]!);
  expect(till.stripe.intent(await till.beginFor(bookId)).customer).not.toBe(made);
});

it('is created when the provider has recovered, although it repeats its failures for a day', async () => {
  till.stripe.failing = /^POST payment_intents$/;
  const refused = { code: 'payment-provider-unavailable' };
  await expect(till.beginFor(bookId)).rejects.toMatchObject(refused);
  till.app.clock.advance({ minutes: 1 });
  await expect(till.beginFor(bookId)).rejects.toMatchObject(refused);
  till.stripe.failing = /^never$/;
  till.app.clock.advance({ minutes: 1 });
  const ids = await Promise.all(Array.from({ length: 4 }, () => till.beginFor(bookId)));
  expect(new Set(ids).size).toBe(1);
  expect(await begun()).toHaveLength(1);
});

it('is a new one at the current price', async () => {
  const id = await till.beginFor(bookId);
  till.stripe.intent(id).amount = 199;
  await till.app.database.pool.query('UPDATE payments SET amount = 199 WHERE book_id = $1', [bookId]);
  const next = await till.beginFor(bookId);
  expect(till.stripe.intent(next)).toMatchObject({ amount: 299, status: 'requires_payment_method' });
  expect((await till.row(id)).status).toBe('canceled');
});

it('is refused when too many are unfinished, also for simultaneous requests', async () => {
  const payer = await till.app.signedInClient();
  for (let turn = 0; turn < 15; turn += 1) await till.startPayment(payer);
  const raced = await Promise.allSettled(Array.from({ length: 12 }, () => till.startPayment(payer)));
  expect(raced.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  const refusals = raced.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refusals).toContainEqual(
    expect.objectContaining({ code: 'too-many-pending-payments', status: 409 }),
  );
  const { rows } = await till.app.database.pool.query(
    "SELECT FROM payments WHERE user_id = $1 AND status = 'pending'",
    [payer.id],
  );
  expect(rows).toHaveLength(20);
  await till.beginFor(bookId);
});
