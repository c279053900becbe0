import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Payment } from '#features/payments/contract.ts';
import { isNotFoundAtProvider } from '../provider/call-provider.ts';
import { findPayments } from '../list-payments.ts';
import type { PaymentsContext } from '../payments-context.ts';
import { syncPayment } from './sync-payment.ts';
import { payments } from '../table.ts';

/** So many unfinished payments are asked about when a person comes back. */
const MAX_SYNCED_PAYMENTS = 3;

/**
 * Asks the provider about the person's unfinished payments, and answers what they have not been told yet. `named` is the one that they come
 * from; another person's is as unknown as one that does not exist.
 */
export async function claimPaymentUpdates(
  context: PaymentsContext,
  userId: string,
  named: string | undefined,
): Promise<Payment[]> {
  for (const id of await unfinished(context, userId, named)) {
    await syncPayment(context, id, 'return').catch((error: unknown) => {
      // Begun with another account's keys: it cannot be paid any more, and the others are still to be told.
      if (!isNotFoundAtProvider(error)) throw error;
    });
  }
  return claimNews(context, userId, named);
}

async function unfinished({ database, provider }: PaymentsContext, userId: string, named?: string) {
  const own = and(eq(payments.userId, userId), eq(payments.provider, provider.id));
  const ids = database.orm.select({ id: payments.stripePaymentIntentId }).from(payments);
  const newest = await ids
    .where(and(own, eq(payments.status, 'pending')))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(MAX_SYNCED_PAYMENTS);
  if (named === undefined || newest.some(({ id }) => id === named)) return newest.map(({ id }) => id);
  const mine = await database.orm
    .select({ id: payments.stripePaymentIntentId })
    .from(payments)
    .where(and(own, eq(payments.stripePaymentIntentId, named), eq(payments.status, 'pending')));
  return [...mine, ...newest].map(({ id }) => id);
}

/** In one statement, so that of two tabs one tells it. A renewal is no news, unless somebody comes from paying it. */
async function claimNews({ database, clock }: PaymentsContext, userId: string, named?: string) {
  const given = and(
    isNotNull(payments.fulfilledAt),
    isNull(payments.revokedAt),
    or(
      sql`${payments.metadata} ->> 'renewal' is null`,
      named === undefined ? undefined : eq(payments.stripePaymentIntentId, named),
    ),
  );
  // Told as soon as it is known, once: that the money goes back, whether it has arrived yet or not.
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
