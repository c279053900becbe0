import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cards, intentIdOf } from '#tests/support/server/pay-with-card.ts';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;

beforeAll(async () => {
  shop = await TestSandboxApp.open();
});
// Others' subscriptions would go on month after month.
beforeEach(() => shop.app.database.pool.query(`DELETE FROM sandbox_objects WHERE kind = 'subscription'`));
afterAll(() => shop.app.stop());

const afterOneMonth = () => {
  const at = shop.app.clock.now();
  at.setUTCMonth(at.getUTCMonth() + 1);
  return at.toISOString();
};
const count = async (statement: string, values: unknown[]) =>
  (await shop.app.database.pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${statement}`, values))
    .rows[0]!.n;

it('begins with the payment and is paid for one month', async () => {
  const person = await shop.app.signedInClient();
  const secret = await shop.beginAdFree(person);
  expect(await shop.adFree(person)).toEqual({ flag: false, until: null, state: null });
  await shop.pay(secret, cards.declined);
  await shop.drainJobs();
  expect(await shop.adFree(person)).toEqual({ flag: false, until: null, state: null });
  await shop.pay(secret);
  await shop.drainJobs();
  expect(await shop.adFree(person)).toEqual({ flag: true, until: afterOneMonth(), state: 'active' });
  const { body } = await person.get('/api/payments');
  expect(body).toMatchObject([{ type: 'remove-ads', amount: 499, status: 'succeeded' }]);
});

it('is sent to every tab of the user', async () => {
  const person = await shop.app.signedInClient();
  const socket = await person.connect();
  await shop.subscribe(person);
  await socket.next('user');
  expect(await shop.adFree(person)).toMatchObject({ flag: true });
  socket.terminate();
});

it('is created once for repeated and simultaneous requests, and continued later', async () => {
  const person = await shop.app.signedInClient();
  const secrets = await Promise.all(Array.from({ length: 6 }, () => shop.beginAdFree(person)));
  expect(new Set(secrets).size).toBe(1);
  await shop.advanceTime({ hours: 2 });
  expect(await shop.beginAdFree(person)).toBe(secrets[0]);
  expect(await count('subscriptions WHERE user_id = $1', [person.id])).toBe(1);
  expect(await count('payments WHERE user_id = $1', [person.id])).toBe(1);
  // The unpaid subscription has expired at the provider, so another one is created.
  await shop.advanceTime({ hours: 22 });
  const another = await shop.beginAdFree(person);
  expect(another).not.toBe(secrets[0]);
  await shop.pay(another);
  await shop.drainJobs();
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });
});

it('can be bought for oneself only, and only once', async () => {
  const email = 'Subscriber.One@northfield.example';
  const person = await shop.app.signedInClient('Maya Lindgren', email);
  const ask = (body: object) => person.post('/api/create-adfree-purchase', body);
  for (const body of [{ userId: crypto.randomUUID() }, { email: 'other@northfield.example' }]) {
    const reply = await ask(body);
    expect([reply.status, reply.body.code]).toEqual([403, 'user-mismatch']);
  }
  const { body } = await ask({ userId: person.id, email: ` ${email.toUpperCase()}` });
  await shop.pay(body.clientSecret);
  await shop.drainJobs();
  const again = await ask({});
  expect([again.status, again.body.code]).toEqual([409, 'ad-free-already-active']);
});

it('comes back when the open renewal is paid with another card', async () => {
  const person = await shop.app.signedInClient();
  await shop.subscribe(person, cards.failsLater);
  await person.post('/api/payments/settle');
  await shop.advanceTime({ days: 31 });
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'retrying' });
  const secret = await shop.beginAdFree(person);
  await shop.pay(secret);
  await shop.drainJobs();
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });
  // The result is shown on return from the payment.
  const back = await person.post('/api/payments/settle', { paymentIntentId: intentIdOf(secret) });
  expect(back.body.news).toMatchObject([{ stripePaymentIntentId: intentIdOf(secret), status: 'succeeded' }]);
  // The new card is the one that is charged from now on.
  await shop.advanceTime({ days: 31 });
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });
  expect((await person.get('/api/payments')).body).toHaveLength(3);
});

it('can be canceled for the end of the period, resumed until then, and is over afterwards', async () => {
  const person = await shop.app.signedInClient();
  for (const call of ['cancel', 'resume'])
    expect((await person.post(`/api/subscription/${call}`)).body.code).toBe('subscription-not-running');
  await shop.subscribe(person);
  const { until } = await shop.adFree(person);
  const shown = (state: string) => ({ subscription: { state, paidThrough: until, expiresAt: until } });
  const replies = await Promise.all(Array.from({ length: 4 }, () => person.post('/api/subscription/cancel')));
  expect(replies.map(({ body }) => body)).toEqual(Array(4).fill(shown('ending')));
  await shop.drainJobs();
  expect(await shop.adFree(person)).toEqual({ flag: true, until, state: 'ending' });
  expect((await person.post('/api/create-adfree-purchase')).body.code).toBe('ad-free-already-active');
  expect((await person.post('/api/subscription/resume')).body).toEqual(shown('active'));
  expect((await person.post('/api/subscription/resume')).body).toEqual(shown('active'));
  await person.post('/api/subscription/cancel');
  await shop.advanceTime({ seconds: (Date.parse(until!) - shop.app.clock.now().getTime()) / 1000 });
  expect(await shop.adFree(person)).toEqual({ flag: false, until, state: 'ended' });
  expect((await person.post('/api/subscription/resume')).body.code).toBe('subscription-not-running');
  // And subscribed again.
  await shop.subscribe(person);
  expect(await shop.adFree(person)).toEqual({ flag: true, until: afterOneMonth(), state: 'active' });
  expect(await count('subscriptions WHERE user_id = $1', [person.id])).toBe(2);
});

it('matches the provider when it is canceled and resumed at the same time', async () => {
  const person = await shop.app.signedInClient();
  await shop.subscribe(person);
  const calls = ['cancel', 'resume', 'cancel', 'resume', 'cancel'];
  const replies = await Promise.all(calls.map((call) => person.post(`/api/subscription/${call}`)));
  expect(replies.map(({ status }) => status)).toEqual(calls.map(() => 200));
  await shop.drainJobs();
  const { cancel_at_period_end: willEnd } = await shop.atProvider(await shop.subscriptionOf(person));
  const state = willEnd ? 'ending' : 'active';
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state });
});

it('ends with a refund of the running period, and with no earlier one', async () => {
  const person = await shop.app.signedInClient();
  const first = await shop.subscribe(person);
  await shop.advanceTime({ days: 31 });
  const { until } = await shop.adFree(person);
  await shop.refund(first);
  await shop.drainJobs();
  expect(await shop.adFree(person)).toEqual({ flag: true, until, state: 'active' });
  const [renewal] = (await person.get('/api/payments')).body;
  await shop.refund(renewal.stripePaymentIntentId);
  await shop.drainJobs();
  expect(await shop.adFree(person)).toMatchObject({ flag: false, state: 'ended' });
  expect((await shop.atProvider(await shop.subscriptionOf(person))).status).toBe('canceled');
  await shop.subscribe(person);
  expect(await shop.adFree(person)).toEqual({ flag: true, until: afterOneMonth(), state: 'active' });
});
