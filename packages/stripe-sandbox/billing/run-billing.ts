import { attemptPayment } from '../payments/attempt-payment.ts';
import { DAY_SECONDS, fromUnixSeconds } from '../resources/ids-and-times.ts';
import { getSubscriptionItem, type Invoice, type SandboxSubscription } from '../resources/billing-objects.ts';
import type { Intent } from '../resources/payment-objects.ts';
import {
  readSandbox,
  runSandboxTransaction,
  type SandboxContext,
  type SandboxTransaction,
} from '../storage/sandbox-transaction.ts';
import { createInvoice } from './create-invoice.ts';
import { endSubscription } from './end-subscription.ts';
import { getPeriodEnd } from './get-period-end.ts';
import { getInvoiceIntent, recordInvoiceFailure } from './update-invoice.ts';

/** Limits of one run. After a long pause the next runs do the rest. */
const MAX_SUBSCRIPTIONS = 100;
const MAX_STEPS_OF_ONE = 24;

/** Days after the invoice at which a failed renewal is retried. */
const RETRY_DAYS = [1, 2, 3];

export async function runBilling(context: SandboxContext): Promise<void> {
  const now = context.clock.now();
  for (const id of await context.storage.listDueObjects('subscription', now, MAX_SUBSCRIPTIONS)) {
    try {
      for (let step = 0; step < MAX_STEPS_OF_ONE; step++) if (!(await takeDueStep(context, id, now))) break;
    } catch (error) {
      // The other subscriptions are billed nevertheless.
      context.log.error({ err: error, subscription: id }, 'billing in the Stripe sandbox failed');
    }
  }
}

/** Takes one step with the time at which it was due, as if without a pause. False when nothing is due. */
async function takeDueStep(context: SandboxContext, id: string, now: Date): Promise<boolean> {
  const dueAt = await readSandbox(context, ({ storage }) => storage.findDueAt(id));
  if (dueAt === null || dueAt > now) return false;
  await runSandboxTransaction(
    context,
    async (tx) => {
      // A payment or a cancellation may have come between the two transactions.
      const current = await tx.storage.findDueAt(id);
      if (current !== null && current <= dueAt) await takeStep(tx, await tx.objects.get('subscription', id));
    },
    dueAt,
  );
  return true;
}

async function takeStep(tx: SandboxTransaction, subscription: SandboxSubscription): Promise<void> {
  const { status, latest_invoice, cancel_at_period_end, billing_cycle_anchor } = subscription;
  if (status === 'past_due') {
    const invoice = await tx.objects.get('invoice', latest_invoice ?? '');
    return collectPayment(tx, subscription, invoice, await getInvoiceIntent(tx, invoice));
  }
  if (status === 'incomplete' || (status === 'active' && cancel_at_period_end))
    return endSubscription(tx, subscription);
  if (status !== 'active') return tx.storage.setDueAt(subscription.id, null);
  const item = getSubscriptionItem(subscription);
  item.current_period_start = item.current_period_end;
  item.current_period_end = getPeriodEnd(billing_cycle_anchor, item.current_period_start);
  const { invoice, intent } = await createInvoice(tx, subscription, 'subscription_cycle');
  return collectPayment(tx, subscription, invoice, intent);
}

/** Charges the stored card. The cardholder is away. */
async function collectPayment(
  tx: SandboxTransaction,
  subscription: SandboxSubscription,
  invoice: Invoice,
  intent: Intent,
): Promise<void> {
  const { objects, storage, at, emit } = tx;
  const methodId = subscription.default_payment_method;
  const method = methodId === null ? null : await objects.find('payment_method', methodId);
  if (method === null) await recordInvoiceFailure(tx, invoice.id);
  else if ((await attemptPayment(tx, intent, method, 'away')) === null) return;
  const nextAttempt = getNextAttempt(invoice, at);
  if (nextAttempt === null) return endSubscription(tx, subscription, 'payment_failed');
  subscription.status = 'past_due';
  await storage.setDueAt(subscription.id, fromUnixSeconds(nextAttempt));
  await emit('customer.subscription.updated', subscription);
}

/** Null after the last retry. */
function getNextAttempt(invoice: Invoice, at: number): number | null {
  const times = RETRY_DAYS.map((days) => invoice.created + days * DAY_SECONDS);
  return times.find((time) => time > at) ?? null;
}
