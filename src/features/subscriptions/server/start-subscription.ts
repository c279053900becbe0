import { and, eq } from 'drizzle-orm';
import { paymentProblem } from '#features/payments/contract.ts';
import { newId } from '#platform/server/new-id.ts';
import { subscriptionProblem } from '../contract.ts';
import { adFreeUntil, terminationDate, hasEnded, isOver, isPaymentDue } from '../rules.ts';
import type { PriceFinder } from './ad-free-price.ts';
import {
  expandedInvoice,
  isUnknownSubscription,
  toSubscriptionState,
  type ProviderSubscriptionState,
} from './fetch-subscription-state.ts';
import { terminateSubscription } from './terminate-subscription.ts';
import { cancelImmediately } from './cancel-immediately.ts';
import { syncSubscription, syncIfKnown, recordSubscriptionState } from './sync-subscription.ts';
import type { SubscriptionRow, SubscriptionsContext } from './subscriptions-context.ts';
import { subscriptions } from './table.ts';

/** Attempts if each time the unpaid subscription has just ended. */
const MAX_ATTEMPTS = 5;

/**
 * Returns the secret for the card form: of the unpaid subscription, of the failed renewal, or of a new
 * subscription. Throws 'ad-free-already-active', 'payment-processing',
 * 'subscription-not-found-at-provider'.
 */
export async function startSubscription(
  context: SubscriptionsContext,
  userId: string,
  prices: PriceFinder,
): Promise<{ clientSecret: string }> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    // One statement, so that the count and the found row belong together when calls race.
    const rows = await context.database.orm
      .select()
      .from(subscriptions)
      .where(
        and(eq(subscriptions.userId, userId), eq(subscriptions.provider, context.payments.provider().id)),
      );
    const running = rows.find((row) => !isOver(row));
    const clientSecret = await (running === undefined
      ? beginAfter(context, userId, rows, prices)
      : secretOfRunning(context, running));
    if (clientSecret !== null) return { clientSecret };
  }
  throw paymentProblem('payment-provider-unavailable', { retryAfter: 1 });
}

/** Null when it has ended, or is ended here, since nothing of it can be paid any more. */
async function secretOfRunning(context: SubscriptionsContext, stored: SubscriptionRow) {
  const followed = await syncIfKnown(context, stored.stripeSubscriptionId);
  if (followed === null) return abandonSubscription(context, stored);
  const { row, state } = followed;
  if (isOver(row)) return null;
  const now = context.clock.now();
  if (row.status === 'active' || row.status === 'trialing') {
    const until = adFreeUntil(row);
    // A renewal that stays unpaid after the grace period does not block a new purchase.
    if (!isPaymentDue(row) || (until !== null && until > now))
      throw subscriptionProblem('ad-free-already-active');
  }
  const secret =
    row.status === 'unpaid' || row.status === 'paused' ? null : await payable(context, row, state);
  if (secret === null) await terminateSubscription(context, row);
  return secret;
}

/** Another account may still charge for it. It blocks a purchase only while it gives ad-free time. */
async function abandonSubscription(context: SubscriptionsContext, row: SubscriptionRow): Promise<null> {
  const end = row.status === 'incomplete' ? row.createdAt : terminationDate(row);
  if (end !== null && end > context.clock.now())
    throw subscriptionProblem('subscription-not-found-at-provider');
  await terminateSubscription(context, row);
  return null;
}

/** Null if the newest invoice can no longer be paid or has another price than the current one. */
async function payable(
  { payments, market }: SubscriptionsContext,
  { status }: SubscriptionRow,
  { clientSecret, charges }: ProviderSubscriptionState,
): Promise<string | null> {
  const intents = charges.filter(({ stripePaymentIntentId: id }) => clientSecret?.startsWith(`${id}_secret`));
  const [charge] = intents;
  if (charge === undefined) return clientSecret;
  if (status === 'incomplete' && charge.amount !== market.prices.adFree) return null;
  const intent = await payments.call((stripe) =>
    stripe.paymentIntents.retrieve(charge.stripePaymentIntentId),
  );
  if (intent.status === 'processing') throw paymentProblem('payment-processing');
  return clientSecret;
}

/** The provider first ends those that we terminated, so that it never charges for two. */
async function beginAfter(
  context: SubscriptionsContext,
  userId: string,
  before: SubscriptionRow[],
  prices: PriceFinder,
): Promise<string | null> {
  for (const { status, stripeSubscriptionId: id } of before) {
    if (hasEnded(status)) continue;
    try {
      await cancelImmediately(context, id);
      await syncSubscription(context, id);
    } catch (error) {
      if (!isUnknownSubscription(error)) throw error;
    }
  }
  return prices.use((price) => begin(context, userId, { before: before.length, price }));
}

/** The idempotency key counts the earlier ones: racing calls, and a retry after a crash, get the same one. */
async function begin(
  context: SubscriptionsContext,
  userId: string,
  { before, price }: { before: number; price: string },
): Promise<string | null> {
  const { payments, database, clock } = context;
  const { customer, created } = await payments.withCustomer(userId, async (of) => ({
    customer: of,
    created: await payments.requestOnce(`ad-free-${of}-${before}-${price}`, (stripe, idempotencyKey) =>
      stripe.subscriptions.create(
        {
          customer: of,
          items: [{ price }],
          payment_behavior: 'default_incomplete',
          payment_settings: { save_default_payment_method: 'on_subscription' },
          expand: expandedInvoice,
        },
        { idempotencyKey },
      ),
    ),
  }));
  const state = toSubscriptionState(created);
  const { status, cancelAtPeriodEnd, periodEnd, clientSecret } = state;
  const now = clock.now();
  const row = await database.transaction(async (tx) => {
    const [inserted] = await tx
      .insert(subscriptions)
      .values({
        status,
        cancelAtPeriodEnd,
        periodEnd,
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
    if (inserted !== undefined) {
      await recordSubscriptionState(context, tx, { stored: inserted, state }, now);
      return inserted;
    }
    // Created by a racing call.
    const [known] = await tx
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.stripeSubscriptionId, created.id));
    return known;
  });
  return row?.status === 'incomplete' && row.terminatedAt === null ? clientSecret : null;
}
