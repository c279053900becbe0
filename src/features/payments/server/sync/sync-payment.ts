import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { PaymentsContext } from '../payments-context.ts';
import type { ProviderEventEffect } from '../purchase.ts';
import { recordPaymentState } from './record-payment-state.ts';
import type { ProviderSnapshot } from './payment-state.ts';
import { type PaymentRow, payments, webhookEvents } from '../table.ts';
import { retryWhileStale } from './retry-while-stale.ts';

export function syncPayment(context: PaymentsContext, id: string, cause: string): Promise<void> {
  // Concurrent syncs of one payment would invalidate each other.
  return context.mutex.runExclusive(id, () =>
    runProviderEventEffect(context, () => preparePaymentSync(context, id, cause)),
  );
}

/** Fetches a payment's state and returns the effect that applies it. Null if the payment is not ours. */
export async function preparePaymentSync(
  context: PaymentsContext,
  stripePaymentIntentId: string,
  cause: string,
): Promise<ProviderEventEffect | null> {
  const row = await findPayment(context, stripePaymentIntentId);
  if (row === null) return null;
  const snapshot = await fetchSnapshot(context, stripePaymentIntentId);
  context.trace('asked');
  return (tx, now) => recordPaymentState(context, tx, { stored: row, snapshot, cause }, now);
}

export async function findPayment(
  { database, provider }: Pick<PaymentsContext, 'database' | 'provider'>,
  stripePaymentIntentId: string,
): Promise<PaymentRow | null> {
  const [row] = await database.orm
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.stripePaymentIntentId, stripePaymentIntentId),
        // Payments of another provider cannot be fetched.
        eq(payments.provider, provider.id),
      ),
    );
  return row ?? null;
}

function fetchSnapshot({ callProvider }: PaymentsContext, id: string): Promise<ProviderSnapshot> {
  return callProvider(async (stripe) => {
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null;
    const disputes = charge?.disputed ? await stripe.disputes.list({ charge: charge.id, limit: 100 }) : null;
    return { intent, charge, disputes: disputes?.data ?? [] };
  });
}

/**
 * Fetches the state and applies it in the transaction that records the event, again from the start if it
 * was stale. An event that is already recorded has no effect.
 */
export function runProviderEventEffect(
  { database, clock, trace }: PaymentsContext,
  prepare: () => Promise<ProviderEventEffect | null>,
  event?: Stripe.Event,
): Promise<void> {
  return retryWhileStale(async () => {
    const work = await prepare();
    if (work === null) return;
    const now = clock.now();
    await database.transaction(async (tx) => {
      database.afterCommit(() => trace('committed'));
      if (event !== undefined) {
        const { id, type } = event;
        const recorded = await tx
          .insert(webhookEvents)
          .values({ id, type, receivedAt: now })
          .onConflictDoNothing()
          .returning({ id: webhookEvents.id });
        if (recorded.length === 0) return;
        trace('recorded');
      }
      await work(tx, now);
    });
    trace('announced');
  });
}
