import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { cards } from '#tests/support/server/pay-with-card.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;

beforeAll(async () => {
  shop = await TestSandboxApp.open();
});
beforeEach(() => shop.forgetOthers());
afterAll(() => shop.app.stop());

const statusOf = async (id: string) => (await shop.atProvider(id)).status;
const invoiceOf = async (id: string) => {
  const { latest_invoice: invoice } = await shop.atProvider(id);
  if (invoice === null || typeof invoice === 'string') throw new Error('not expanded');
  return invoice;
};
const secondsUntil = (at: string) => (Date.parse(at) - shop.app.clock.now().getTime()) / 1000;

/** A subscription whose renewal is due and has failed. */
async function unpaid(): Promise<{ person: TestClient; id: string; paidThrough: string }> {
  const person = await shop.app.signedInClient();
  await shop.subscribe(person, cards.failsLater);
  const { until } = await shop.adFree(person);
  await shop.advanceTime({ seconds: secondsUntil(until!) });
  return { person, id: await shop.subscriptionOf(person), paidThrough: until! };
}

/** The same before the provider has tried the card: for an hour the invoice is a draft, without a payment. */
async function inDraft() {
  const there = await unpaid();
  const invoice = await invoiceOf(there.id);
  await shop.setAtProvider(invoice.id, { status: 'draft', auto_advance: true });
  await shop.app.database.pool.query(
    `DELETE FROM sandbox_objects WHERE kind = 'invoice_payment' AND data ->> 'invoice' = $1`,
    [invoice.id],
  );
  await shop.setAtProvider(there.id, { status: 'active' });
  await shop.stopProvider();
  await shop.advanceTime({ minutes: 60 });
  return { ...there, invoice: invoice.id };
}

it('is terminated at the provider after the grace period, although the provider would retry longer', async () => {
  const { person, id, paidThrough } = await unpaid();
  // The provider's dashboard settings stop it.
  await shop.stopProvider();
  await shop.advanceTime({ days: 3 });
  expect(await shop.adFree(person)).toEqual({ flag: false, until: paidThrough, state: 'ended' });
  expect(await statusOf(id)).toBe('canceled');
  expect((await invoiceOf(id)).status).toBe('void');
});

it.each(['unpaid', 'paused'])(
  "can be terminated and bought again when the provider's status is %s",
  async (status) => {
    for (const way of ['cancel', 'buy']) {
      const { person, id } = await unpaid();
      await shop.setAtProvider(id, { status });
      await shop.stopProvider();
      await shop.advanceTime({ hours: 2 });
      expect(await shop.adFree(person)).toMatchObject({ flag: false, state: 'unpaid' });
      if (way === 'cancel')
        expect((await person.post('/api/subscription/cancel')).body.subscription.state).toBe('ended');
      else {
        await shop.subscribe(person);
        expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'active' });
      }
      await shop.drainJobs();
      expect(await statusOf(id)).toBe('canceled');
    }
  },
);

it('is shown as running and can be canceled while there are ads and the provider retries', async () => {
  const { person, id } = await inDraft();
  await shop.app.database.pool.query('UPDATE subscriptions SET next_check_at = NULL');
  await shop.advanceTime({ days: 4 });
  const { body } = await person.get('/api/subscription');
  expect(body.subscription.state).toBe('renewing');
  expect(Date.parse(body.subscription.expiresAt)).toBeLessThan(shop.app.clock.now().getTime());
  // A user who sees ads can buy.
  const { status } = await person.post('/api/create-adfree-purchase');
  expect([status, await statusOf(id)]).toEqual([200, 'canceled']);
});

it('is terminated immediately while the renewal is a draft, which is not charged', async () => {
  const { person, id, invoice } = await inDraft();
  expect(await shop.adFree(person)).toMatchObject({ flag: true, state: 'renewing' });
  expect((await person.post('/api/create-adfree-purchase')).body.code).toBe('ad-free-already-active');
  expect((await person.post('/api/subscription/cancel')).body.subscription.state).toBe('ended');
  await shop.drainJobs();
  expect([await statusOf(id), (await invoiceOf(id)).id, (await invoiceOf(id)).status]).toEqual([
    'canceled',
    invoice,
    'void',
  ]);
});

it('leaves nothing to pay or to sync, regardless of who ended it', async () => {
  for (const who of ['we', 'dashboard']) {
    const { person, id } = await unpaid();
    if (who === 'we') await person.post('/api/subscription/cancel');
    else await shop.app.app.payments.call((stripe) => stripe.subscriptions.cancel(id));
    await shop.drainJobs();
    expect([who, (await invoiceOf(id)).status]).toEqual([who, 'void']);
    const { rows } = await shop.app.database.pool.query(
      'SELECT status FROM payments WHERE user_id = $1 AND next_check_at IS NOT NULL',
      [person.id],
    );
    expect([who, rows]).toEqual([who, []]);
  }
});

it('repeats the cancellation until the provider has it, long after the jobs gave up', async () => {
  const person = await shop.app.signedInClient();
  await shop.refund(await shop.subscribe(person));
  await shop.drainJobs();
  const id = await shop.subscriptionOf(person);
  expect(await shop.adFree(person)).toMatchObject({ flag: false, state: 'ended' });
  // The provider missed every call, and we missed its event of the end.
  await shop.setAtProvider(id, { status: 'active', ended_at: null });
  await shop.app.database.pool.query(
    `UPDATE subscriptions SET status = 'active', next_check_at = updated_at WHERE stripe_subscription_id = $1`,
    [id],
  );
  await shop.advanceTime({ hours: 11 });
  expect(await statusOf(id)).toBe('canceled');
  expect(await shop.adFree(person)).toMatchObject({ flag: false, state: 'ended' });
});
