import { and, eq } from 'drizzle-orm';
import { paymentProblem } from '#features/payments/contract.ts';
import { type AfterCommit, type Payments, StaleAnswerError } from '#features/payments/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { hasEnded } from '../rules.ts';
import { askSubscription, type Charge, type Standing } from './ask-subscription.ts';
import { lockSubscription, writeSubscription } from './renew-ad-free.ts';
import {
  cancelQueue,
  type SubscriptionRow,
  type SubscriptionsContext,
  told,
} from './subscriptions-context.ts';
import { adFreePeriods, subscriptions } from './table.ts';

/** So often an answer that was overtaken is asked for again. */
const mostAttempts = 8;

/**
 * Asks the provider how a subscription stands and writes it down. Null: it is known to nobody, or not to the provider. One after the other,
 * or those that ask at once would overtake each other.
 */
export function followSubscription(
  context: SubscriptionsContext,
  stripeSubscriptionId: string,
): Promise<Standing | null> {
  return context.turns.take(stripeSubscriptionId, () => askUntilWritten(context, stripeSubscriptionId));
}

async function askUntilWritten(
  context: SubscriptionsContext,
  stripeSubscriptionId: string,
): Promise<Standing | null> {
  const { database, payments, clock } = context;
  for (let attempt = 1; ; attempt += 1) {
    const asked = await findSubscription(context, stripeSubscriptionId);
    if (asked === null) return null;
    const standing = await askSubscription(payments, asked);
    try {
      const after = await database.transaction((tx) =>
        writeStanding(context, tx, { asked, standing }, clock.now()),
      );
      after();
      return standing;
    } catch (error) {
      if (!(error instanceof StaleAnswerError)) throw error;
      if (attempt === mostAttempts)
        throw paymentProblem('payment-provider-unavailable', { retryAfter: 1, cause: error });
    }
  }
}

export async function findSubscription(
  { database, payments }: Pick<SubscriptionsContext, 'database' | 'payments'>,
  stripeSubscriptionId: string,
): Promise<SubscriptionRow | null> {
  const [row] = await database.orm
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId),
        // What runs with another provider cannot be asked about any more.
        eq(subscriptions.provider, payments.provider().id),
      ),
    );
  return row ?? null;
}

type Look = { asked: SubscriptionRow; standing: Standing | null };

/**
 * Writes down what the provider says, and which payments it asks for; ad-free time comes with these alone. Throws StaleAnswerError when
 * somebody wrote down another answer after the question.
 */
export async function writeStanding(
  context: SubscriptionsContext,
  tx: Transaction,
  { asked, standing }: Look,
  now: Date,
): Promise<AfterCommit> {
  const row = await lockSubscription(tx, asked.id);
  if (row === undefined) return () => {};
  if (row.version !== asked.version) throw new StaleAnswerError();
  if (standing === null) return told(context, row.userId, await writeSubscription(tx, row, gone, now));
  for (const charge of standing.charges) await keepCharge(context.payments, tx, row, charge);
  const { status, cancelAtPeriodEnd, periodEnd } = standing;
  // What we have ended, because its money went back, stays so until the provider has heard of it.
  const isToEnd = hasEnded(row.status) && !hasEnded(status);
  if (isToEnd)
    await context.jobs.enqueue(tx, cancelQueue, { stripeSubscriptionId: row.stripeSubscriptionId });
  const changes = { cancelAtPeriodEnd, periodEnd, ...(!isToEnd && { status }) };
  return told(context, row.userId, await writeSubscription(tx, row, changes, now));
}

/** What the provider does not know will never be charged for again. */
const gone = { status: 'canceled' };

/** The payment, and the period that it will give. */
export async function keepCharge(
  payments: Payments,
  tx: Transaction,
  row: SubscriptionRow,
  { endsAt, billedAt, ...charge }: Charge,
): Promise<void> {
  const { userId, stripeCustomerId, stripeSubscriptionId } = row;
  const kept = { ...charge, type: 'remove-ads' as const, userId, stripeCustomerId, stripeSubscriptionId };
  // At the time of its invoice: of several that nobody had heard of, the list of payments keeps the order.
  await payments.keep(tx, kept, billedAt);
  await tx
    .insert(adFreePeriods)
    .values({ stripePaymentIntentId: charge.stripePaymentIntentId, subscriptionId: row.id, endsAt })
    .onConflictDoNothing();
}
