import { and, asc, eq, sql } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import type { JobQueue } from '#platform/server/jobs/job-queue.ts';
import { isNotFoundAtProvider } from './provider/call-provider.ts';
import { cancelPaymentIntent } from './provider/cancel-payment-intent.ts';
import { exportPayments } from './list-payments.ts';
import type { PaymentsContext } from './payments-context.ts';
import { syncPayment } from './sync/sync-payment.ts';
import { paymentCustomers, payments } from './table.ts';

/** Jobs that delete a customer at the provider. They carry its ids only: our user is already deleted. */
export const DELETE_CUSTOMER_QUEUE = 'delete-customer';
export type LeavingCustomer = { provider: string; stripeCustomerId: string; unfinished: string[] };

/** Anonymizes payments: they are financial records. Without jobs nothing is sold, so there is no provider. */
export function paymentPersonalData(jobs: JobQueue | null): PersonalDataHandler {
  return {
    name: 'payments',
    export: exportPayments,
    async remove(tx, { id }, now) {
      const isOwn = eq(payments.userId, id);
      const customers =
        jobs === null ? [] : await tx.select().from(paymentCustomers).where(eq(paymentCustomers.userId, id));
      for (const { provider, stripeCustomerId } of customers) {
        const pending = await tx
          .select({ id: payments.stripePaymentIntentId })
          .from(payments)
          .where(and(isOwn, eq(payments.provider, provider), eq(payments.status, 'pending')))
          .orderBy(asc(payments.id));
        const unfinished = pending.map((payment) => payment.id);
        const leaving: LeavingCustomer = { provider, stripeCustomerId, unfinished };
        await jobs!.enqueue(tx, DELETE_CUSTOMER_QUEUE, leaving);
      }
      await tx
        .update(payments)
        .set({
          userId: null,
          stripeCustomerId: null,
          metadata: {},
          lastError: null,
          cardBrand: null,
          cardLast4: null,
          receiptUrl: null,
          // Pending payments are checked soon, in case the job is lost.
          nextCheckAt: sql`case when ${payments.status} = 'pending' then ${now.toISOString()}::timestamptz else ${payments.nextCheckAt} end`,
          version: sql`${payments.version} + 1`,
        })
        .where(isOwn);
    },
  };
}

/**
 * Cancels the customer's pending payments, so that nothing more is charged, and deletes the customer at the
 * provider. The sync refunds payments that succeeded in the meantime.
 */
export async function deleteCustomer(
  context: PaymentsContext,
  { provider, stripeCustomerId, unfinished }: LeavingCustomer,
): Promise<void> {
  if (provider !== context.provider.id) {
    context.log.warn({ provider, stripeCustomerId }, 'a customer remains at another payment provider');
    return;
  }
  for (const id of unfinished) {
    await cancelPaymentIntent(context, id).catch(unlessMissing);
    await syncPayment(context, id, 'person removed').catch(unlessMissing);
  }
  await context.callProvider((stripe) => stripe.customers.del(stripeCustomerId)).catch(unlessMissing);
}

function unlessMissing(error: unknown): void {
  if (!isNotFoundAtProvider(error)) throw error;
}
