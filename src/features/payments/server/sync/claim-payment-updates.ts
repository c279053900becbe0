import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Payment } from '../../contract.ts';
import { isNotFoundAtProvider } from '../provider/call-provider.ts';
import { findPayments } from '../list-payments.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { syncPayment } from './sync-payment.ts';
import { payments } from '../table.ts';

/** Pending payments to sync when the user returns. */
const MAX_SYNCED_PAYMENTS = 3;

/**
 * Syncs the user's pending payments and returns the payments with news that the user has not seen. `named`
 * is the payment that the user returns from; a payment of another user is treated like an unknown one.
 */
export async function claimPaymentUpdates(
  context: PaymentsContext,
  userId: string,
  named: string | undefined,
): Promise<Payment[]> {
  for (const id of await unfinished(context, userId, named)) {
    await syncPayment(context, id, 'return').catch((error: unknown) => {
      // Created with another account's keys, so it cannot be completed. Continue with the others.
      if (!isNotFoundAtProvider(error)) throw error;
    });
  }
  return claimNews(context, userId, named);
}

async function unfinished({ database, provider }: PaymentsContext, userId: string, named?: string) {
  const isOwnPending = and(
    eq(payments.userId, userId),
    eq(payments.provider, provider.id),
    eq(payments.status, 'pending'),
  );
  const select = (condition?: SQL) =>
    database.orm
      .select({ id: payments.stripePaymentIntentId })
      .from(payments)
      .where(and(isOwnPending, condition))
      .orderBy(desc(payments.createdAt), desc(payments.id))
      .limit(MAX_SYNCED_PAYMENTS);
  const newest = await select();
  const isOlder = named !== undefined && newest.every(({ id }) => id !== named);
  const older = isOlder ? await select(eq(payments.stripePaymentIntentId, named)) : [];
  return [...older, ...newest].map(({ id }) => id);
}

/** One statement: one of two tabs shows the news. A renewal is none unless the user returns from paying it. */
async function claimNews({ database, clock }: PaymentsContext, userId: string, named?: string) {
  const given = and(
    isNotNull(payments.fulfilledAt),
    isNull(payments.revokedAt),
    or(
      sql`${payments.metadata} ->> 'renewal' is null`,
      named === undefined ? undefined : eq(payments.stripePaymentIntentId, named),
    ),
  );
  // Announced once, as soon as the refund is certain.
  const sentBack = isNotNull(payments.refundReason);
  const notGiven =
    named === undefined
      ? undefined
      : and(
          eq(payments.stripePaymentIntentId, named),
          or(
            inArray(payments.status, ['failed', 'canceled', 'refunded']),
            isNotNull(payments.lastError),
            eq(payments.isProcessing, true),
          ),
        );
  const claimed = await database.orm
    .update(payments)
    .set({ notifiedAt: clock.now() })
    .where(and(eq(payments.userId, userId), isNull(payments.notifiedAt), or(given, sentBack, notGiven)))
    .returning({ id: payments.id });
  return findPayments(
    database,
    claimed.map(({ id }) => id),
  );
}
