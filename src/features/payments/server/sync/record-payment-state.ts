import { and, eq, sql } from 'drizzle-orm';
import { userChanged } from '#features/accounts/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { nextReconcileAt, type PaymentStatus, transitionPath } from '../../rules.ts';
import { type PaymentsContext, REFUND_QUEUE } from '../payments-context.ts';
import type { Fulfillment, PurchasePayment } from '../purchase.ts';
import { type ProviderSnapshot, findMismatch, type PaymentState, toPaymentState } from './payment-state.ts';
import { type PaymentRow, paymentStatusHistory, payments } from '../table.ts';
import { StaleVersionError } from './retry-while-stale.ts';

/**
 * Applies a payment's state once: the transitions, their history, and the fulfillment or revocation. Throws
 * StaleVersionError if another sync was recorded since the provider call.
 */
export async function recordPaymentState(
  context: PaymentsContext,
  tx: Transaction,
  { stored, snapshot, cause }: { stored: PaymentRow; snapshot: ProviderSnapshot; cause: string },
  now: Date,
): Promise<void> {
  const [row] = await tx.select().from(payments).where(eq(payments.id, stored.id)).for('update');
  if (row === undefined) return;
  const state = toPaymentState(snapshot);
  if (row.version !== stored.version && !agrees(row, state)) throw new StaleVersionError();
  const steps = transitionPath(row.status, state.status);
  const contradiction =
    findMismatch(row, snapshot.intent, context.provider.livemode) ??
    (steps === null ? describeInvalidTransition(row.status, state.status) : null);
  if (contradiction !== null) {
    await recordMismatch(context, tx, row, contradiction, now);
    return;
  }
  for (const [index, to] of steps!.entries())
    await insertHistoryEntry(tx, row.id, steps![index - 1] ?? row.status, to, cause, now);
  await updatePayment(tx, row, state, now);
  context.trace('moved');
  await applyEffect(context, tx, row, state, now);
  context.trace('fulfilled');
  if (row.userId !== null) context.events.publish(userChanged, { userId: row.userId });
}

/** A stale state that equals the stored one is harmless: concurrent events need no retry. */
const agrees = (row: PaymentRow, state: PaymentState): boolean => {
  const { status, isProcessing, disputeStatus, amountRefunded, lastError } = state;
  return (
    row.status === status &&
    row.isProcessing === isProcessing &&
    row.disputeStatus === disputeStatus &&
    row.amountRefunded === amountRefunded &&
    row.lastError === (row.userId === null ? null : lastError)
  );
};

function describeInvalidTransition(from: PaymentStatus, to: PaymentStatus): string {
  if (from === 'refunded' && to === 'succeeded')
    return 'the refund has failed: the money is here again, and nobody has anything for it';
  return `${to} after ${from}`;
}

/** Changes no status: an operator must investigate. */
async function recordMismatch(
  { log }: PaymentsContext,
  tx: Transaction,
  row: PaymentRow,
  contradiction: string,
  now: Date,
): Promise<void> {
  log.error({ payment: row.id, contradiction }, 'the provider contradicts a payment');
  await tx
    .update(payments)
    .set({ nextCheckAt: row.nextCheckAt && nextReconcileAt(row.createdAt, now) })
    .where(eq(payments.id, row.id));
  const cause = `contradiction: ${contradiction}`;
  const [noted] = await tx
    .select({ id: paymentStatusHistory.id })
    .from(paymentStatusHistory)
    .where(and(eq(paymentStatusHistory.paymentId, row.id), eq(paymentStatusHistory.cause, cause)))
    .limit(1);
  if (noted === undefined) await insertHistoryEntry(tx, row.id, row.status, row.status, cause, now);
}

/** A line of the payment's history. */
export async function insertHistoryEntry(
  tx: Transaction,
  paymentId: string,
  fromStatus: PaymentStatus | null,
  toStatus: PaymentStatus,
  cause: string,
  at: Date,
): Promise<void> {
  await tx.insert(paymentStatusHistory).values({ paymentId, fromStatus, toStatus, cause, at });
}

const anonymizedFields = { lastError: null, card: null, receiptUrl: null };

async function updatePayment(tx: Transaction, row: PaymentRow, state: PaymentState, now: Date) {
  const { status, isProcessing, disputeStatus, amountRefunded, wasAttempted } = state;
  // The provider's data about a deleted user stays out.
  const { lastError, card, receiptUrl } = row.userId === null ? anonymizedFields : state;
  const isNews =
    (row.status === 'pending' && status !== 'pending') ||
    (isProcessing && !row.isProcessing) ||
    (lastError !== null && lastError !== row.lastError);
  const isAwaited = status === 'pending' || (row.refundReason !== null && !state.isGone);
  await tx
    .update(payments)
    .set({
      status,
      isProcessing,
      disputeStatus,
      amountRefunded,
      lastError,
      wasAttempted: wasAttempted || row.wasAttempted,
      cardBrand: card?.brand ?? row.cardBrand,
      cardLast4: card?.last4 ?? row.cardLast4,
      receiptUrl: receiptUrl ?? row.receiptUrl,
      processedAt: status === 'pending' ? null : (row.processedAt ?? now),
      ...(isNews && { notifiedAt: null }),
      nextCheckAt: isAwaited ? nextReconcileAt(row.createdAt, now) : null,
      version: sql`${payments.version} + 1`,
    })
    .where(eq(payments.id, row.id));
}

export const toPurchasePayment = (row: PaymentRow): PurchasePayment => ({
  paymentId: row.id,
  stripePaymentIntentId: row.stripePaymentIntentId,
  type: row.type,
  userId: row.userId,
  bookId: row.bookId,
  stripeSubscriptionId: row.stripeSubscriptionId,
});

/** Once each. A payment that was lost before we saw it is revoked without a fulfillment. */
async function applyEffect(
  context: PaymentsContext,
  tx: Transaction,
  row: PaymentRow,
  { status, isGone }: PaymentState,
  now: Date,
): Promise<void> {
  const purchase = context.purchases.get(row.type);
  if (purchase === undefined) throw new Error(`No purchase handler for ${row.type}`);
  const paid = toPurchasePayment(row);
  const mine = eq(payments.id, row.id);
  if (isGone) {
    if (row.revokedAt !== null || row.refundReason !== null) return;
    await tx.update(payments).set({ revokedAt: now }).where(mine);
    return purchase.revoke(tx, paid, now);
  }
  const hasCome = status === 'succeeded' || status === 'disputed';
  if (!hasCome || row.fulfilledAt !== null || row.refundReason !== null) return;
  const fulfillment: Fulfillment =
    row.userId === null
      ? { kind: 'impossible', refundReason: 'person-gone' }
      : await purchase.fulfill(tx, paid, now);
  if (fulfillment.kind === 'fulfilled') {
    await tx.update(payments).set({ fulfilledAt: now }).where(mine);
    return;
  }
  const { refundReason } = fulfillment;
  await tx
    .update(payments)
    .set({ refundReason, nextCheckAt: nextReconcileAt(row.createdAt, now) })
    .where(mine);
  await insertHistoryEntry(tx, row.id, status, status, `refund asked: ${refundReason}`, now);
  await context.jobs.enqueue(tx, REFUND_QUEUE, { paymentId: row.id });
}
