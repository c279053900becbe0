import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestSandbox, testKeys } from '#packages/stripe-sandbox/testing/test-sandbox.ts';
import { TestDeployment } from '#tests/support/markets/test-deployment.ts';
import { memoryDirectory } from '#tests/support/server/memory-directory.ts';

/** Stands in for Stripe: it bills each month. */
const provider = new TestSandbox();
const folder = mkdtempSync(join(memoryDirectory(), 'bookswap-keys-'));
let deployment: TestDeployment;
let price: string;
beforeAll(async () => {
  deployment = await TestDeployment.start();
  const product = await provider.stripe.products.create({ name: 'Ad-free' });
  ({ id: price } = await provider.stripe.prices.create({
    product: product.id,
    unit_amount: 199,
    lookup_key: 'ad-free',
    currency: 'usd',
    recurring: { interval: 'month' },
  }));
});
afterAll(async () => {
  await deployment.stop();
  rmSync(folder, { recursive: true });
});

const expanded = { expand: ['latest_invoice.confirmation_secret', 'latest_invoice.payments'] };
const statusOf = async (id: string) => (await provider.stripe.subscriptions.retrieve(id)).status;

function keysFile(fields: Record<string, string>): string {
  const file = join(folder, 'keys');
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return file;
}

/** A market that sells by the keys of the provider. */
async function createMarket(name: string): Promise<void> {
  const { secretKey, publishableKey, webhookSecret } = testKeys;
  const keys = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
  };
  const host = `${name}.example`;
  expect(await deployment.run(['create', name, '--host', host, '--set-from', keysFile(keys)])).toBe(0);
}

/** A paid subscription of a member, at the provider and in the market. */
async function subscribe(name: string, storedProvider = 'stripe-test'): Promise<string> {
  const customer = await provider.stripe.customers.create({});
  const created = await provider.stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price }],
    payment_behavior: 'default_incomplete',
    payment_settings: { save_default_payment_method: 'on_subscription' },
    ...expanded,
  });
  const { latest_invoice: invoice, items } = created;
  if (invoice === null || typeof invoice === 'string') throw new Error('There is no invoice');
  await provider.pay(invoice.confirmation_secret!.client_secret, '4242424242424242');
  const periodEnd = new Date(items.data[0]!.current_period_end * 1000);
  await query(
    name,
    `INSERT INTO subscriptions (id, provider, stripe_subscription_id, stripe_customer_id, status, paid_through, period_end, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, $2, $3, 'active', $4, $4, now(), now())`,
    [storedProvider, created.id, customer.id, periodEnd],
  );
  return created.id;
}

async function query(name: string, text: string, values: unknown[] = []) {
  return deployment.query(`m${(await deployment.entry(name)).number}`, text, values);
}

/** Requests to the provider, of which some fail. */
function failingAfter(count: number): typeof fetch {
  let cancellations = 0;
  return async (input, init) => {
    if (init?.method === 'DELETE' && (cancellations += 1) > count) throw new TypeError('fetch failed');
    return provider.fetch(input, init);
  };
}

const remove = (name: string, more: string[] = [], stripeFetch = provider.fetch) =>
  deployment.run(['delete', name, '--now', '--yes', name, ...more], { stripeFetch });

test('a deletion cancels every subscription at the provider first, and continues after a failure', async () => {
  await createMarket('westfield');
  const ids: string[] = [];
  for (let count = 0; count < 6; count += 1) ids.push(await subscribe('westfield'));
  await expect(remove('westfield', [], failingAfter(5))).rejects.toThrow(/Stripe does not take the requests/);
  const running = async () => {
    const statuses = await Promise.all(ids.map(statusOf));
    return statuses.filter((status) => status === 'active').length;
  };
  expect(await running()).toBe(1);
  expect((await deployment.entry('westfield')).state).toBe('deleting');

  expect(await remove('westfield')).toBe(0);
  expect(deployment.said.join('\n')).toContain('1 subscriptions of westfield are canceled at Stripe.');
  expect(await running()).toBe(0);
  await expect(deployment.entry('westfield')).rejects.toThrow('no market westfield');
});

test('a market that closes charges nobody again, and one that comes back fetches what became of its subscriptions', async () => {
  await createMarket('eastfield');
  const [paid, due] = [await subscribe('eastfield'), await subscribe('eastfield')];
  await query('eastfield', `UPDATE subscriptions SET status = 'past_due' WHERE stripe_subscription_id = $1`, [
    due,
  ]);
  const close = () => deployment.run(['delete', 'eastfield'], { stripeFetch: provider.fetch });
  await close();
  expect(await provider.stripe.subscriptions.retrieve(paid)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
  });
  expect(await statusOf(due)).toBe('canceled');
  expect(await query('eastfield', 'SELECT FROM subscriptions WHERE next_check_at IS NULL')).toEqual([]);

  await deployment.run(['resume', 'eastfield']);
  const later = await subscribe('eastfield');
  await close();
  await provider.advanceTime({ days: 32 });
  for (const id of [paid, later]) expect(await statusOf(id)).toBe('canceled');
});

test('a deletion is refused while the account of a live subscription is not known', async () => {
  await createMarket('northfield');
  const id = await subscribe('northfield', 'stripe-live');
  await expect(remove('northfield')).rejects.toThrow(/northfield has 1 running subscriptions at Stripe/);
  expect(await query('northfield', 'SELECT FROM subscriptions')).toHaveLength(1);
  // As the command of each day meets it.
  await deployment.run(['create', 'southfield', '--host', 'southfield.example']);
  await deployment.run(['delete', 'southfield']);
  deployment.clock.advance(31 * 24 * 3_600_000);
  expect(await deployment.run(['delete', '--due'])).toBe(1);
  await expect(deployment.entry('southfield')).rejects.toThrow('no market southfield');
  expect(await remove('northfield', ['--leave-subscriptions'])).toBe(0);
  expect(await statusOf(id)).toBe('active');
});

test('a deletion is refused if the provider does not know a subscription', async () => {
  await createMarket('summer');
  await subscribe('summer');
  await query('summer', `UPDATE subscriptions SET stripe_subscription_id = 'sub_of_another_account'`);
  await expect(remove('summer')).rejects.toThrow(
    /No such subscription: 'sub_of_another_account'.*is its STRIPE_SECRET_KEY that of their account/,
  );
  expect(await query('summer', 'SELECT FROM subscriptions')).toHaveLength(1);
});
