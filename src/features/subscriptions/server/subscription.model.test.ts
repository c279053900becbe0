import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { AdFreeModel } from '#tests/support/models/ad-free-model.ts';
import { cards } from '#tests/support/server/pay-with-card.ts';
import type { TestClient } from '#tests/support/server/test-app.ts';
import { type ShopEvent, TestSandboxApp } from '#tests/support/server/test-sandbox-app.ts';

let shop: TestSandboxApp;
/** The provider's own deliveries are all cut off: which come, and when, is for the test to say. */
let isOurs = false;

beforeAll(async () => {
  shop = await TestSandboxApp.open({
    paymentTrace: (step) => {
      if (step === 'verified' && !isOurs) throw new Error('cut off');
    },
  });
});
afterAll(() => shop.app.stop());

type Step =
  | { do: 'subscribe'; card: 'good' | 'failsLater' }
  | { do: 'cancel' | 'resume' | 'refund' }
  | { do: 'pass'; hours: number };
const subscribe = fc.record({
  do: fc.constant('subscribe' as const),
  card: fc.constantFrom('good' as const, 'failsLater' as const),
});
const pass = fc.record({ do: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 2400 }) });
const change = fc.record({ do: fc.constantFrom('cancel' as const, 'resume' as const, 'refund' as const) });
const step: fc.Arbitrary<Step> = fc.oneof(subscribe, pass, pass, change);

/** The fate of each delivery of a step: a lost one never arrives, a late one arrives later in any order. */
type Fate = 'taken' | 'twice' | 'late' | 'lost';
const fates = fc.array(fc.constantFrom<Fate[]>('taken', 'twice', 'late', 'lost'), {
  minLength: 1,
  maxLength: 5,
});
const all: Fate[] = ['taken'];

type History = { first: Step; steps: { step: Step; fates: Fate[]; late: number }[] };
const history: fc.Arbitrary<History> = fc.record({
  first: subscribe,
  steps: fc.array(fc.record({ step, fates, late: fc.nat(20) }), { maxLength: 7 }),
});

/** Examples that random histories may miss: months without events, and a failed renewal paid manually. */
const lost = (next: Step) => ({ step: next, fates: ['lost' as const], late: 0 });
const examples: [History][] = [
  [
    {
      first: { do: 'subscribe', card: 'good' },
      steps: [lost({ do: 'pass', hours: 2400 }), lost({ do: 'refund' })],
    },
  ],
  [
    {
      first: { do: 'subscribe', card: 'failsLater' },
      steps: [lost({ do: 'pass', hours: 750 }), lost({ do: 'subscribe', card: 'good' })],
    },
  ],
];

it('grants what was paid for in any order of events and deliveries', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ first, steps }) => {
      const person = await shop.app.signedInClient();
      const life = { person, model: new AdFreeModel(), heard: new Set<string>(), late: [] as ShopEvent[] };
      await live(life, first, all);
      for (const { step: next, fates: told, late } of steps) {
        // A refund is known from the provider's events only, and the provider repeats undelivered ones for
        // days.
        await live(life, next, next.do === 'refund' ? all : told);
        const [event] = life.late.splice(late, 1);
        if (event !== undefined) await deliver(event);
      }
      for (const event of life.late) await deliver(event);
      await live(life, { do: 'pass', hours: 48 }, all);
      await expectAgreement(person);
      await shop.app.database.pool.query(
        `DELETE FROM sandbox_objects WHERE kind IN ('subscription', 'event')`,
      );
    }),
    { numRuns: 15, endOnFailure: true, examples },
  );
});

type Life = { person: TestClient; model: AdFreeModel; heard: Set<string>; late: ShopEvent[] };

async function live(life: Life, next: Step, told: Fate[]): Promise<void> {
  const { person, model } = life;
  await carryOut(person, model, next);
  await hear(life, told);
  // The browser returns from the payment; the scheduled jobs run.
  await person.post('/api/payments/settle');
  for (const job of ['reconcile-payments', 'check-due-subscriptions'])
    await shop.app.app.context.jobs.runNow(job);
  await hear(life, told);
  expect([next, await shop.adFree(person)]).toEqual([next, model.shown(shop.app.clock.now().getTime())]);
}

async function carryOut(person: TestClient, model: AdFreeModel, next: Step): Promise<void> {
  const { clock } = shop.app;
  const now = clock.now().getTime();
  if (next.do === 'pass') {
    clock.advance({ hours: next.hours });
    await shop.app.app.context.jobs.runNow('run-sandbox-billing');
    return model.pass(clock.now().getTime());
  }
  if (next.do === 'refund') {
    const paid = (await person.get('/api/payments?limit=100')).body.filter(
      ({ status }: { status: string }) => status === 'succeeded',
    );
    expect(model.refund(now)).toBe(paid.length > 0);
    if (paid.length > 0) await shop.refund(paid[0].stripePaymentIntentId);
    return;
  }
  const runs = model.state !== null && model.state !== 'ended';
  if (next.do === 'subscribe') {
    const { status, body } = await person.post('/api/create-adfree-purchase');
    expect(status).toBe(runs && model.state !== 'retrying' ? 409 : 200);
    if (status === 409) return;
    await shop.pay(body.clientSecret, cards[next.card]);
    return model.subscribe(now, next.card === 'good');
  }
  const { status, body } = await person.post(`/api/subscription/${next.do}`);
  expect(status).toBe(runs ? 200 : 409);
  model[next.do]();
  if (runs) expect(body.subscription.state).toBe(model.state);
}

/** Delivers until no events remain: processing an event may cause another. */
async function hear(life: Life, told: Fate[]): Promise<void> {
  for (;;) {
    // Cut off anyway: the provider would try each a dozen times.
    await shop.app.database.pool.query(`DELETE FROM pgboss.job WHERE name = 'deliver-sandbox-events'`);
    await shop.drainJobs();
    const news = (await shop.events()).filter(({ id }) => !life.heard.has(id));
    if (news.length === 0) return;
    for (const [index, event] of news.entries()) {
      life.heard.add(event.id);
      const fate = told[index % told.length]!;
      if (fate === 'late') life.late.push(event);
      if (fate === 'taken' || fate === 'twice') await deliver(event);
      if (fate === 'twice') await deliver(event);
    }
  }
}

async function deliver(event: ShopEvent): Promise<void> {
  isOurs = true;
  const reply = await shop.deliverAgain(event);
  isOurs = false;
  expect([event.type, reply.status]).toEqual([event.type, 200]);
}

/**
 * Every payment at the provider is stored once, has the provider's state, and was fulfilled if it was paid.
 */
async function expectAgreement(person: TestClient): Promise<void> {
  const { rows } = await shop.app.database.pool.query<{ id: string; status: string; given: boolean }>(
    `SELECT stripe_payment_intent_id AS id, status, fulfilled_at IS NOT NULL AS given
     FROM payments WHERE user_id = $1 ORDER BY stripe_payment_intent_id COLLATE "C"`,
    [person.id],
  );
  const customer = await shop.app.app.payments.withCustomer(person.id, async (id) => id);
  const { rows: intents } = await shop.app.database.pool.query<{
    id: string;
    status: string;
    refunded: boolean | null;
    failed: boolean;
  }>(
    `SELECT intent.id, intent.data ->> 'status' AS status, (charge.data -> 'refunded')::boolean AS refunded,
       intent.data -> 'last_payment_error' <> 'null' AS failed
     FROM sandbox_objects intent LEFT JOIN sandbox_objects charge ON charge.id = intent.data ->> 'latest_charge'
     WHERE intent.kind = 'payment_intent' AND intent.data ->> 'customer' = $1`,
    [customer],
  );
  const stands = intents.map(({ id, status, refunded, failed }) => {
    if (status === 'succeeded') return { id, status: refunded === true ? 'refunded' : status, given: true };
    if (status === 'canceled') return { id, status: failed ? 'failed' : status, given: false };
    return { id, status: 'pending', given: false };
  });
  expect(rows).toEqual(stands.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
}
