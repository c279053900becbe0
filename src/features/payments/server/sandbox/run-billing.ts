import { and, asc, eq, lte } from 'drizzle-orm';
import type { Logger } from '#platform/server/http/create-http-server.ts';
import { attemptPayment } from './attempt-payment.ts';
import { createInvoice } from './bill-subscription.ts';
import { periodEnd } from './billing-period.ts';
import {
  runSandboxTransaction,
  type SandboxTransaction,
  type SandboxContext,
} from './sandbox-transaction.ts';
import { endSubscription } from './end-subscription.ts';
import { fromUnixSeconds } from './ids-and-times.ts';
import { paymentIntentId, onInvoiceFailed, nextAttempt, paymentOf } from './pay-invoice.ts';
import { itemOf } from './subscription.ts';
import type { Intent, Invoice, SandboxSubscription } from './sandbox-store.ts';
import { sandboxObjects } from './table.ts';

/** Of one run. A process that slept longer than this catches up in the next ones. */
const limits = { subscriptions: 100, stepsOfOne: 24 };

/** Does what the provider would have done by now: renews, tries again, gives up, ends. */
export async function runBilling(context: SandboxContext & { log: Logger }): Promise<void> {
  const now = context.clock.now();
  const due = await context.database.orm
    .select({ id: sandboxObjects.id })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.kind, 'subscription'), lte(sandboxObjects.dueAt, now)))
    .orderBy(asc(sandboxObjects.dueAt))
    .limit(limits.subscriptions);
  for (const { id } of due) {
    try {
      for (let step = 0; step < limits.stepsOfOne; step++) if (!(await takeStep(context, id, now))) break;
    } catch (error) {
      // One that cannot be billed does not hold up the others.
      context.log.error({ err: error, subscription: id }, 'the payment sandbox could not bill');
    }
  }
}

/** One step at the time when it was due, as if the process had never slept. False when nothing is due. */
async function takeStep(context: SandboxContext, id: string, now: Date): Promise<boolean> {
  const dueAt = await runSandboxTransaction(context, ({ objects }) => objects.dueBy(id, now));
  if (dueAt === null) return false;
  await runSandboxTransaction(
    context,
    async (change) => {
      // Somebody may have paid or left meanwhile.
      const still = await change.objects.dueBy(id, dueAt);
      if (still !== null) await step(change, await change.objects.get('subscription', id));
    },
    { now: dueAt },
  );
  return true;
}

async function step(change: SandboxTransaction, subscription: SandboxSubscription): Promise<void> {
  switch (subscription.status) {
    case 'incomplete':
      return endSubscription(change, subscription);
    case 'past_due':
      return tryAgain(change, subscription);
    case 'active':
      if (subscription.cancel_at_period_end) return endSubscription(change, subscription);
      return renew(change, subscription);
    default:
      return change.objects.setDue(subscription.id, null);
  }
}

async function renew(change: SandboxTransaction, subscription: SandboxSubscription): Promise<void> {
  const item = itemOf(subscription);
  const billedFrom = item.current_period_start;
  item.current_period_start = item.current_period_end;
  item.current_period_end = periodEnd(subscription.billing_cycle_anchor, item.current_period_start);
  const { invoice, intent } = await createInvoice(change, subscription, 'subscription_cycle', billedFrom);
  await collect(change, subscription, invoice, intent);
}

async function tryAgain(change: SandboxTransaction, subscription: SandboxSubscription): Promise<void> {
  const { objects } = change;
  const invoice = await objects.get('invoice', subscription.latest_invoice ?? '');
  const intent = await objects.get('payment_intent', paymentIntentId(await paymentOf(change, invoice)));
  await collect(change, subscription, invoice, intent);
}

/** Charges the card that is kept, while its owner is away. */
async function collect(
  change: SandboxTransaction,
  subscription: SandboxSubscription,
  invoice: Invoice,
  intent: Intent,
): Promise<void> {
  const { objects, at, emit } = change;
  // Before the attempt, so that what is told of its failure says when the next one is.
  const next = nextAttempt(invoice, at);
  invoice.next_payment_attempt = next;
  await objects.save(invoice);
  const method =
    subscription.default_payment_method === null
      ? null
      : await objects.find('payment_method', subscription.default_payment_method);
  if (method === null) await onInvoiceFailed(change, invoice.id);
  else if ((await attemptPayment(change, intent, method, 'away')) === null) return;
  if (next === null) return endSubscription(change, subscription, 'payment_failed');
  subscription.status = 'past_due';
  await objects.save(subscription);
  await objects.setDue(subscription.id, fromUnixSeconds(next));
  await emit('customer.subscription.updated', subscription);
}
