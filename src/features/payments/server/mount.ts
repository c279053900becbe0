import type { ServerContext } from '#platform/server/server-context.ts';
import type { EndpointRegistryOptions } from '#platform/server/http/endpoint-registry.ts';
import { paymentEndpoints, paymentProblem } from '../contract.ts';
import { callProvider, requestOnce } from './provider/call-provider.ts';
import { withCustomer } from './provider/customers.ts';
import { revokeTestPurchases, selectTestPurchases } from './revoke-test-purchases.ts';
import { recordPayment } from './record-payment.ts';
import { listPayments } from './list-payments.ts';
import { openProvider, type PaymentsMode } from './provider/open-provider.ts';
import { type PaymentsContext, REFUND_QUEUE, SYNC_QUEUE, type ProcessingStage } from './payments-context.ts';
import {
  deleteCustomer,
  DELETE_CUSTOMER_QUEUE,
  type LeavingCustomer,
  paymentPersonalData,
} from './personal-data.ts';
import type { Payments } from './purchase.ts';
import { deleteOldWebhookEvents, mountWebhook } from './webhook/receive-webhook.ts';
import { reconcilePayments, selectNextReconciliation } from './sync/reconcile-payments.ts';
import { refundPayment } from './provider/refund-payment.ts';
import { syncPayment } from './sync/sync-payment.ts';
import { startPayment } from './start-payment.ts';
import { claimPaymentUpdates } from './sync/claim-payment-updates.ts';
import { nowIfAny } from '#platform/server/jobs/scheduled-work.ts';
import { createKeyedMutex } from '#platform/server/concurrency/keyed-mutex.ts';

type PaymentsOptions = {
  mode: PaymentsMode;
  /** Webhook deliveries count against the rate limit of their IP address. */
  limit: EndpointRegistryOptions['limit'];
  /** Replaces the network of Stripe's client (tests). */
  stripeFetch?: typeof fetch;
  /** Called at each stage of processing an event (tests). */
  trace?: (stage: ProcessingStage) => void;
};

export async function mountPayments(context: ServerContext, options: PaymentsOptions): Promise<Payments> {
  const provider = await openProvider(context, options.mode, options.stripeFetch);
  if (provider === null) {
    mountPaymentEndpoints(context, null);
    return disabledPayments;
  }
  const payments: PaymentsContext = {
    ...context,
    provider,
    callProvider: (request) => callProvider({ stripe: provider.stripe, log: context.log }, request),
    purchases: new Map(),
    eventHandlers: new Map(),
    mutex: createKeyedMutex(),
    trace: options.trace ?? (() => {}),
  };
  mountPaymentEndpoints(context, payments);
  await mountWebhook(context.http, payments, options.limit);
  await mountJobs(payments);
  return {
    open: true,
    personalData: paymentPersonalData(context.jobs),
    provider: () => provider,
    call: payments.callProvider,
    registerPurchase: (purchase) => void payments.purchases.set(purchase.type, purchase),
    mutex: payments.mutex,
    onProviderEvents(types, handler) {
      for (const type of types) payments.eventHandlers.set(type, handler);
    },
    requestOnce: (key, request) => requestOnce(payments, key, request),
    withCustomer: (userId, work) => withCustomer(payments, userId, work),
    start: (wanted) => startPayment(payments, wanted),
    record: (tx, payment, now) => recordPayment(payments, tx, payment, now),
    sync: (id, cause) => syncPayment(payments, id, cause),
  };
}

const refuse = () => {
  throw paymentProblem('purchases-disabled');
};

/** Refuses every purchase. Earlier payments are still listed. */
const disabledPayments: Payments = {
  open: false,
  personalData: paymentPersonalData(null),
  provider: refuse,
  call: async () => refuse(),
  registerPurchase: () => {},
  mutex: createKeyedMutex(),
  onProviderEvents: () => {},
  requestOnce: async () => refuse(),
  withCustomer: async () => refuse(),
  start: async () => refuse(),
  record: async () => refuse(),
  sync: async () => {},
};

function mountPaymentEndpoints({ endpoints, database }: ServerContext, payments: PaymentsContext | null) {
  endpoints.mount(paymentEndpoints, {
    'GET /api/payments/provider': () => ({ provider: payments?.provider.shown ?? null }),
    'GET /api/payments': ({ actor, query }) => listPayments(database, actor.id, query),
    'POST /api/payments/settle': async ({ actor, body }) => ({
      news: payments === null ? [] : await claimPaymentUpdates(payments, actor.id, body.paymentIntentId),
    }),
  });
}

async function mountJobs(payments: PaymentsContext): Promise<void> {
  const { jobs, database, clock } = payments;
  await jobs.handle<{ paymentId: string }>(REFUND_QUEUE, ({ paymentId }) =>
    refundPayment(payments, paymentId),
  );
  await jobs.handle<{ stripePaymentIntentId: string }>(SYNC_QUEUE, ({ stripePaymentIntentId }) =>
    syncPayment(payments, stripePaymentIntentId, 'subscription'),
  );
  await jobs.handle<LeavingCustomer>(DELETE_CUSTOMER_QUEUE, (leaving) => deleteCustomer(payments, leaving));
  await jobs.schedule('reconcile-payments', '*/5 * * * *', () => reconcilePayments(payments), {
    nextDue: () => selectNextReconciliation(payments),
  });
  if (payments.provider.livemode)
    await jobs.schedule('revoke-test-purchases', '* * * * *', () => revokeTestPurchases(payments), {
      due: () => selectTestPurchases(payments),
      nextDue: nowIfAny(() => selectTestPurchases(payments)),
    });
  await jobs.schedule('delete-old-webhook-events', '29 3 * * *', () =>
    deleteOldWebhookEvents(database, clock.now()),
  );
}
