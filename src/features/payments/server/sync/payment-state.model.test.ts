import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventOf } from '#tests/support/fakes/fake-stripe.ts';
import { TestPayments } from '#tests/support/server/test-payments.ts';
import { type PaymentStatus, paymentTransitions } from '../../rules.ts';

let till: TestPayments;

beforeAll(async () => {
  till = await TestPayments.open();
});
afterAll(() => till.app.stop());

/** How the payment stands at the provider. */
type Standing = 'open' | 'declined' | 'canceled' | 'paid' | 'disputed' | 'won' | 'lost' | 'refunded';

type Happening = { from: Standing[]; to: Standing; event: string; at: (id: string) => object };
const happening = (from: Standing[], to: Standing, event: string, at: Happening['at']): Happening => ({
  from,
  to,
  event,
  at,
});

/** What may happen to it there. */
const happenings: Record<string, Happening> = {
  decline: happening(['open', 'declined'], 'declined', 'payment_intent.payment_failed', (id) =>
    till.stripe.decline(id),
  ),
  cancel: happening(['open', 'declined'], 'canceled', 'payment_intent.canceled', (id) =>
    till.stripe.cancel(id),
  ),
  pay: happening(['open', 'declined'], 'paid', 'payment_intent.succeeded', (id) => till.stripe.pay(id)),
  dispute: happening(['paid'], 'disputed', 'charge.dispute.created', (id) =>
    till.stripe.dispute(id, 'needs_response'),
  ),
  win: happening(['disputed'], 'won', 'charge.dispute.closed', (id) => till.stripe.dispute(id, 'won')),
  lose: happening(['disputed'], 'lost', 'charge.dispute.closed', (id) => till.stripe.dispute(id, 'lost')),
  refund: happening(
    ['paid', 'won'],
    'refunded',
    'charge.refunded',
    (id) => (till.stripe.refund(id), till.stripe.intent(id).latest_charge!),
  ),
};

/** The status of our row after a sync. A canceled payment that was declined before has failed. */
const statuses: Record<Standing, PaymentStatus> = {
  open: 'pending',
  declined: 'pending',
  canceled: 'canceled',
  paid: 'succeeded',
  disputed: 'disputed',
  won: 'succeeded',
  lost: 'disputed',
  refunded: 'refunded',
};

/** One payment at the provider, the events sent about it, and the expected state here. */
class Model {
  readonly id: string;
  standing: Standing = 'open';
  wasDeclined = false;
  readonly said: object[] = [];
  status: PaymentStatus = 'pending';
  given = 0;
  takenBack = 0;
  readonly #heard = new Set<number>();

  constructor(id: string) {
    this.id = id;
  }

  happens(name: string): void {
    const { from, to, event, at } = happenings[name]!;
    if (!from.includes(this.standing)) return;
    this.said.push(eventOf(event, at(this.id)));
    this.standing = to;
    this.wasDeclined ||= to === 'declined';
  }

  /** A new event triggers a sync with the current state. */
  hears(index: number): void {
    if (!this.#heard.has(index)) this.looks();
    this.#heard.add(index);
  }

  looks(): void {
    const { standing } = this;
    this.status = standing === 'canceled' && this.wasDeclined ? 'failed' : statuses[standing];
    if (['paid', 'disputed', 'won'].includes(standing)) this.given = 1;
    // Also for a payment that was never fulfilled: its subscription must end.
    if (['lost', 'refunded'].includes(standing)) this.takenBack = 1;
  }
}

async function agrees(model: Model): Promise<void> {
  const row = await till.row(model.id);
  expect([row.status, ...till.effects(model.id)]).toEqual([model.status, model.given, model.takenBack]);
  expect([row.fulfilled_at !== null, row.revoked_at !== null]).toEqual([
    model.given === 1,
    model.takenBack === 1,
  ]);
  const steps = (await till.history(model.id)).map((step) => step.split(' → ') as PaymentStatus[]);
  let at: PaymentStatus = 'pending';
  expect(steps.shift()).toEqual(['pending']);
  for (const [from, to] of steps) {
    expect(from).toBe(at);
    expect(paymentTransitions[at]).toContain(to);
    at = to!;
  }
  expect(at).toBe(row.status);
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...Object.keys(happenings)).map((name) => ({ happens: name })) },
  // Several at once, some of them again, in any order; those that are never named are lost.
  {
    weight: 3,
    arbitrary: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }).map((picks) => ({ delivers: picks })),
  },
  { weight: 1, arbitrary: fc.constant({ returns: true }) },
  { weight: 1, arbitrary: fc.constant({ waits: true }) },
);

it('agrees with the provider when events arrive twice, late, out of order, or never', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 24 }), async (steps) => {
      await till.app.database.pool.query('TRUNCATE payments CASCADE');
      const model = new Model(await till.startPayment());
      const deliver = async (indexes: number[]) => {
        const replies = await Promise.all(indexes.map((index) => till.deliver(model.said[index]!)));
        expect(replies.map(({ status }) => status)).toEqual(indexes.map(() => 200));
        indexes.forEach((index) => model.hears(index));
      };
      for (const each of steps) {
        if ('happens' in each) model.happens(each.happens);
        else if ('delivers' in each && model.said.length > 0)
          await deliver(each.delivers.map((pick) => pick % model.said.length));
        else if ('returns' in each) {
          await till.payer.post('/api/payments/settle');
          if (model.status === 'pending') model.looks();
        } else if ('waits' in each) {
          till.app.clock.advance({ minutes: 30 });
          const { next_check_at: nextCheckAt } = await till.row(model.id);
          await till.app.app.context.jobs.runNow('reconcile-payments');
          if (nextCheckAt !== null && (nextCheckAt as Date) <= till.app.clock.now()) model.looks();
        }
        await agrees(model);
      }
      // The provider repeats its events until they are delivered.
      await deliver(model.said.map((_, index) => index).toReversed());
      await agrees(model);
    }),
    { numRuns: 40 },
  );
});
