import { and, eq } from 'drizzle-orm';
import {
  type AfterCommit,
  type Payments,
  StaleAnswerError,
  untilFresh,
} from '#features/payments/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { hasEnded, isOver, isPaymentDue } from '../rules.ts';
import { askSubscription, type Charge, isUnknown, later, type Standing } from './ask-subscription.ts';
import { lockSubscription, writeSubscription } from './renew-ad-free.ts';
import {
  cancelQueue,
  type SubscriptionRow,
  type SubscriptionsContext,
  told,
} from './subscriptions-context.ts';
import { adFreePeriods, subscriptions } from './table.ts';

/** A subscription as the provider has just said that it stands, and as it was written down. */
export type Followed = { row: SubscriptionRow; standing: Standing };

/**
 * Asks the provider how a subscription of this provider stands and writes it down; if a payment is due, whether it has come. One after
 * the other, or those that ask at once would overtake each other. Raises 'subscription-unknown'.
 */
export async function followSubscription(
  context: SubscriptionsContext,
  stripeSubscriptionId: string,
): Promise<Followed> {
  const standing = await context.payments.turns.take(stripeSubscriptionId, () =>
    askUntilWritten(context, stripeSubscriptionId),
  );
  const row = await mustFind(context, stripeSubscriptionId);
  if (!isPaymentDue(row)) return { row, standing };
  for (const charge of standing.charges)
    await context.payments.settle(charge.stripePaymentIntentId, 'subscription');
  return { row: await mustFind(context, stripeSubscriptionId), standing };
}

/** Null where the provider does not know it. */
export async function followUnlessUnknown(
  context: SubscriptionsContext,
  stripeSubscriptionId: string,
): Promise<Followed | null> {
  try {
    return await followSubscription(context, stripeSubscriptionId);
  } catch (error) {
    if (isUnknown(error)) return null;
    throw error;
  }
}

function askUntilWritten(context: SubscriptionsContext, id: string): Promise<Standing> {
  const { database, clock } = context;
  return untilFresh(async () => {
    const asked = await mustFind(context, id);
    const standing = await askSubscription(context, asked);
    const after = await database.transaction((tx) =>
      writeStanding(context, tx, { asked, standing }, clock.now()),
    );
    after();
    return standing;
  });
}

async function mustFind(context: SubscriptionsContext, id: string): Promise<SubscriptionRow> {
  const row = await findSubscription(context, id);
  if (row === null) throw new Error(`There is no subscription ${id}`);
  return row;
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

type Look = { asked: SubscriptionRow; standing: Standing };

/**
 * Writes down what the provider says, and which payments it asks for; ad-free time comes with these. Throws StaleAnswerError when
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
  for (const charge of standing.charges) await keepCharge(context.payments, tx, row, charge);
  const { status, cancelAtPeriodEnd, periodEnd, isPayable } = standing;
  const changes = {
    status,
    cancelAtPeriodEnd,
    periodEnd,
    freeThrough: later(row.freeThrough, standing.freeThrough),
  };
  // The provider has not heard that it is over, or keeps asking for the money of a renewal.
  if (isOver({ ...row, status }) && (!hasEnded(status) || isPayable))
    await context.jobs.enqueue(tx, cancelQueue, { stripeSubscriptionId: row.stripeSubscriptionId });
  return told(context, row.userId, await writeSubscription(tx, row, changes, now));
}

/** The payment, and the period that it will give. */
async function keepCharge(
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
