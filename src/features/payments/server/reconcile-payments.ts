import { and, asc, eq, lte, sql } from 'drizzle-orm';
import { askAfter, giveUpAfter, nextAsk } from '../rules.ts';
import { isMissing, isUnanswered } from './ask-provider.ts';
import { callOff } from './call-off.ts';
import { goThrough } from './go-through.ts';
import type { PaymentRow, PaymentsContext } from './payments-context.ts';
import { refundPayment } from './refund-payment.ts';
import { settlePayment } from './settle-payment.ts';
import { payments } from './table.ts';

/** Payments that one run asks about. */
const batch = 50;

/**
 * Asks the provider about payments of which too little has been heard: events were lost, or a form was left open. Everybody's first
 * comes before anybody's second, so that nobody waits behind the many forms that somebody else has opened.
 */
export async function reconcilePayments(context: PaymentsContext): Promise<void> {
  const { database, clock, provider, log } = context;
  const due = await database.orm
    .select()
    .from(payments)
    .where(and(eq(payments.provider, provider.id), lte(payments.askAt, clock.now())))
    .orderBy(
      sql`row_number() OVER (PARTITION BY ${payments.userId} ORDER BY ${payments.askAt}, ${payments.id})`,
      asc(payments.askAt),
      asc(payments.id),
    )
    .limit(batch);
  await goThrough(
    due,
    (row) => reconcile(context, row),
    async (row, error) => {
      if (!isUnanswered(error))
        log.error({ err: error, payment: row.id }, 'a payment could not be reconciled');
      await askLater(context, row, error);
    },
  );
}

async function reconcile(context: PaymentsContext, row: PaymentRow): Promise<void> {
  const { stripePaymentIntentId: id } = row;
  await refundPayment(context, row.id);
  if (mayBeCalledOff(row, context.clock.now())) await callOff(context, id);
  await settlePayment(context, id, 'reconciliation');
}

/** Of somebody who is gone at once. A subscription's payments are ended by the provider itself, with their invoice. */
const mayBeCalledOff = (row: PaymentRow, now: Date): boolean =>
  row.status === 'pending' && row.stripeSubscriptionId === null && (isOld(row, now) || row.userId === null);

const isOld = (row: PaymentRow, now: Date): boolean => now.getTime() - row.createdAt.getTime() >= giveUpAfter;

/** One that cannot be asked about does not stand in the others' way; one that the provider never knew is given up in the end. */
async function askLater(
  { database, clock }: PaymentsContext,
  row: PaymentRow,
  error: unknown,
): Promise<void> {
  const now = clock.now();
  const askAt = isUnanswered(error) ? new Date(now.getTime() + askAfter) : nextAsk(row.createdAt, now);
  const isGivenUp = isMissing(error) && isOld(row, now);
  await database.orm
    .update(payments)
    .set({ askAt: isGivenUp ? null : askAt })
    .where(eq(payments.id, row.id));
}
