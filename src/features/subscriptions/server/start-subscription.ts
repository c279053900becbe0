import { and, eq } from 'drizzle-orm';
import { paymentProblem } from '#features/payments/contract.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { newId } from '#platform/server/new-id.ts';
import { subscriptionProblem } from '../contract.ts';
import { hasEnded } from '../rules.ts';
import { expandedInvoice, standingOf } from './ask-subscription.ts';
import { cancelAtOnce } from './cancel-at-once.ts';
import { followSubscription, keepCharge } from './follow-subscription.ts';
import type { SubscriptionRow, SubscriptionsContext } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

/** So often a subscription that has just ended is found before a new one is begun. */
const mostAttempts = 5;

/**
 * What the card form needs: of the subscription that is not paid yet, of the renewal that failed, or of a new subscription. Raises
 * 'already-ad-free'.
 */
export async function startSubscription(
  context: SubscriptionsContext,
  userId: string,
  findPrice: () => Promise<string>,
): Promise<{ clientSecret: string }> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    // Found and counted in one statement: whoever sees none counts none of those that others are beginning.
    const rows = await context.database.orm
      .select()
      .from(subscriptions)
      .where(
        and(eq(subscriptions.userId, userId), eq(subscriptions.provider, context.payments.provider().id)),
      );
    const running = rows.find(({ status }) => !hasEnded(status));
    const clientSecret = await (running === undefined
      ? context.payments.withCustomer(userId, (customer) =>
          begin(context, userId, customer, rows.length, findPrice),
        )
      : secretOfRunning(context, running));
    if (clientSecret !== null) return { clientSecret };
  }
  throw paymentProblem('payment-provider-unavailable', { retryAfter: 1 });
}

/** Null when it has ended, as is written down then. */
async function secretOfRunning(context: SubscriptionsContext, row: SubscriptionRow): Promise<string | null> {
  const standing = await followSubscription(context, row.stripeSubscriptionId);
  if (standing === null || hasEnded(standing.status)) return null;
  if (standing.status === 'active') throw subscriptionProblem('already-ad-free');
  if (standing.status !== 'unpaid' && standing.clientSecret !== null) return standing.clientSecret;
  // Nothing of it can be paid any more: given up by the provider, or its invoice was voided there.
  await cancelAtOnce(context, row.stripeSubscriptionId);
  await followSubscription(context, row.stripeSubscriptionId);
  return null;
}

/** The key counts those before it, so that racing calls, and one after a crash between the provider and our row, get the same. */
async function begin(
  context: SubscriptionsContext,
  userId: string,
  customer: string,
  before: number,
  findPrice: () => Promise<string>,
): Promise<string | null> {
  const { payments, database, clock } = context;
  const price = await findPrice();
  const created = await payments.askOnce(`ad-free-${customer}-${price}-${before}`, (stripe, idempotencyKey) =>
    stripe.subscriptions.create(
      {
        customer,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        expand: expandedInvoice,
        metadata: { user: userId },
      },
      { idempotencyKey },
    ),
  );
  const { charges, clientSecret, ...standing } = standingOf(created);
  const now = clock.now();
  const kept = await database.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(subscriptions)
      .values({
        ...standing,
        id: newId(now),
        provider: payments.provider().id,
        stripeSubscriptionId: created.id,
        stripeCustomerId: customer,
        userId,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing()
      .returning();
    if (inserted === undefined) return find(tx, created.id);
    for (const charge of charges) await keepCharge(payments, tx, inserted, charge);
    return inserted;
  });
  return kept?.status === 'incomplete' ? clientSecret : null;
}

/** Begun by a call that raced with this one. */
async function find(tx: Transaction, stripeSubscriptionId: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId));
  return row;
}
