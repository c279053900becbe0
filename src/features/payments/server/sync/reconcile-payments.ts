import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { RECONCILE_AFTER_MS, ABANDON_AFTER_MS, nextReconcileAt } from '../../rules.ts';
import { isNotFoundAtProvider, isProviderUnreachable } from '../provider/call-provider.ts';
import { cancelPaymentIntent } from '../provider/cancel-payment-intent.ts';
import { processBatch } from './process-batch.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { refundPayment } from '../provider/refund-payment.ts';
import { syncPayment } from './sync-payment.ts';
import { type PaymentRow, payments } from '../table.ts';

const RECONCILE_BATCH_SIZE = 50;

/** When the next payment is due. */
export const selectNextReconciliation = ({ provider }: PaymentsContext): SQL =>
  sql`SELECT min(next_check_at) FROM ${payments} WHERE provider = ${provider.id}`;

/**
 * Syncs payments whose events were lost or whose form was left open. Takes one payment of each user before
 * the second of any, so that one user with many payments does not delay the others.
 */
export async function reconcilePayments(context: PaymentsContext): Promise<void> {
  const { database, clock, provider, log } = context;
  const due = await database.orm
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider.id), lte(payments.nextCheckAt, clock.now())))
    .orderBy(
      sql`row_number() OVER (PARTITION BY ${payments.userId} ORDER BY ${payments.nextCheckAt}, ${payments.id})`,
      asc(payments.nextCheckAt),
      asc(payments.id),
    )
    .limit(RECONCILE_BATCH_SIZE);
  await processBatch(
    due,
    (row) => reconcile(context, row),
    async (row, error) => {
      if (!isProviderUnreachable(error))
        log.error({ err: error, payment: row.id }, 'reconciling a payment failed');
      await postponeCheck(context, row, error);
    },
  );
}

async function reconcile(context: PaymentsContext, row: PaymentRow): Promise<void> {
  const { id, userId, status, stripePaymentIntentId, stripeSubscriptionId } = row;
  await refundPayment(context, id);
  // The provider itself ends the payments of subscriptions, with their invoice.
  const isOpen = status === 'pending' && stripeSubscriptionId === null;
  if (isOpen && (userId === null || isOld(row, context.clock.now())))
    await cancelPaymentIntent(context, stripePaymentIntentId);
  await syncPayment(context, stripePaymentIntentId, 'reconciliation');
}

const isOld = (row: PaymentRow, now: Date): boolean =>
  now.getTime() - row.createdAt.getTime() >= ABANDON_AFTER_MS;

/** Postpones a payment that cannot be synced, and gives up one that the provider never knew. */
async function postponeCheck({ database, clock }: PaymentsContext, row: PaymentRow, error: unknown) {
  const now = clock.now();
  const nextCheckAt = isProviderUnreachable(error)
    ? new Date(now.getTime() + RECONCILE_AFTER_MS)
    : nextReconcileAt(row.createdAt, now);
  const isGivenUp = isNotFoundAtProvider(error) && isOld(row, now);
  await database.orm
    .update(payments)
    .set({ nextCheckAt: isGivenUp ? null : nextCheckAt })
    .where(eq(payments.id, row.id));
}
