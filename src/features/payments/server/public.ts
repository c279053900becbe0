import type { ServerContext } from '#platform/server/server-context.ts';
import type { MountOptions } from '#platform/server/http/mount-calls.ts';
import { paymentCalls, paymentProblem } from '../contract.ts';
import { askOnce } from './ask-once.ts';
import { askProvider } from './ask-provider.ts';
import { withCustomer } from './customers.ts';
import { endTestPurchases } from './end-test-purchases.ts';
import { forgetWebhookEvents } from './forget-webhook-events.ts';
import { keepPayment } from './keep-payment.ts';
import { listPayments } from './list-payments.ts';
import { openProvider, type PaymentsMode } from './open-provider.ts';
import { type PaymentsContext, refundQueue, settleQueue, type Step } from './payments-context.ts';
import {
  forgetCustomer,
  forgetCustomerQueue,
  type LeavingCustomer,
  paymentsOfPeople,
} from './personal-data.ts';
import type { Payments } from './purchase.ts';
import { mountWebhook } from './receive-webhook.ts';
import { reconcilePayments } from './reconcile-payments.ts';
import { refundPayment } from './refund-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { startPayment } from './start-payment.ts';
import { tellNews } from './tell-news.ts';
import { createTurns } from './turns.ts';

export type { PaymentsMode } from './open-provider.ts';
export type { Step as PaymentStep } from './payments-context.ts';
export { isMissing, ProviderRefusalError } from './ask-provider.ts';
export { goThrough } from './go-through.ts';
export { idOf } from './payments-context.ts';
export { StaleAnswerError, untilFresh } from './until-fresh.ts';
export type { AfterCommit, EventReader, Fulfilment, PaidFor, Payments, Purchase } from './purchase.ts';

type PaymentsOptions = {
  mode: PaymentsMode;
  /** Deliveries of the provider count against the limits of their address. */
  limit: MountOptions['limit'];
  /** Stands in for the network under Stripe's keys (tests). */
  stripeFetch?: typeof fetch;
  /** Told of each step of an event's way (tests). */
  trace?: (step: Step) => void;
};

/** Everything about taking money: the provider, the payments that people begin, and what the provider says became of them. */
export async function mountPayments(context: ServerContext, options: PaymentsOptions): Promise<Payments> {
  const provider = await openProvider(context, options.mode, options.stripeFetch);
  if (provider === null) {
    mountCalls(context, null);
    return closed;
  }
  const payments: PaymentsContext = {
    ...context,
    provider,
    ask: (question) => askProvider({ stripe: provider.stripe, log: context.log }, question),
    purchases: new Map(),
    readers: new Map(),
    turns: createTurns(),
    trace: options.trace ?? (() => {}),
  };
  mountCalls(context, payments);
  await mountWebhook(context.http, payments, options.limit);
  await mountJobs(payments);
  return {
    open: true,
    personalData: paymentsOfPeople(context.jobs),
    provider: () => provider,
    ask: payments.ask,
    sell: (purchase) => void payments.purchases.set(purchase.type, purchase),
    turns: payments.turns,
    read(types, reader) {
      for (const type of types) payments.readers.set(type, reader);
    },
    askOnce: (key, question) => askOnce(payments, key, question),
    withCustomer: (userId, work) => withCustomer(payments, userId, work),
    start: (wanted) => startPayment(payments, wanted),
    keep: (tx, payment, now) => keepPayment(payments, tx, payment, now),
    settle: (id, cause) => settlePayment(payments, id, cause),
  };
}

const refuse = () => {
  throw paymentProblem('purchases-closed');
};

/** Where nothing is sold. What was bought before is still listed. */
const closed: Payments = {
  open: false,
  personalData: paymentsOfPeople(null),
  provider: refuse,
  ask: async () => refuse(),
  sell: () => {},
  turns: createTurns(),
  read: () => {},
  askOnce: async () => refuse(),
  withCustomer: async () => refuse(),
  start: async () => refuse(),
  keep: async () => refuse(),
  settle: async () => {},
};

function mountCalls({ http, calls, database }: ServerContext, payments: PaymentsContext | null): void {
  calls.mount(http, paymentCalls, {
    'GET /api/payments/provider': () => ({ provider: payments?.provider.shown ?? null }),
    'GET /api/payments': ({ actor, query }) => listPayments(database, actor.id, query),
    'POST /api/payments/settle': async ({ actor, body }) => ({
      news: payments === null ? [] : await tellNews(payments, actor.id, body.paymentIntentId),
    }),
  });
}

async function mountJobs(payments: PaymentsContext): Promise<void> {
  const { jobs, database, clock } = payments;
  await jobs.handle<{ paymentId: string }>(refundQueue, ({ paymentId }) =>
    refundPayment(payments, paymentId),
  );
  await jobs.handle<{ stripePaymentIntentId: string }>(settleQueue, ({ stripePaymentIntentId }) =>
    settlePayment(payments, stripePaymentIntentId, 'subscription'),
  );
  await jobs.handle<LeavingCustomer>(forgetCustomerQueue, (leaving) => forgetCustomer(payments, leaving));
  await jobs.schedule('reconcile-payments', '*/5 * * * *', () => reconcilePayments(payments));
  if (payments.provider.livemode)
    await jobs.schedule('end-test-purchases', '* * * * *', () => endTestPurchases(payments));
  await jobs.schedule('forget-webhook-events', '29 3 * * *', () =>
    forgetWebhookEvents(database, clock.now()),
  );
}
