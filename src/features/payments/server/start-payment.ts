import { and, count, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { paymentProblem } from '../contract.ts';
import { MAX_PENDING_PAYMENTS, priceOf } from '../rules.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { isNotFoundAtProvider, requestOnce } from './provider/call-provider.ts';
import { cancelPaymentIntent } from './provider/cancel-payment-intent.ts';
import { withCustomer } from './provider/customers.ts';
import { currencyAtProvider, type PaymentsContext } from './payments-context.ts';
import { toStripeAmount } from '../stripe-amounts.ts';
import type { StartPaymentInput } from './purchase.ts';
import { syncPayment } from './sync/sync-payment.ts';
import { insertPayment } from './record-payment.ts';
import { payments } from './table.ts';

const lockPayments = createKeyedLock('unfinished payments of');

/** Attempts if each time the pending payment has just ended. */
const MAX_ATTEMPTS = 5;

export async function startPayment(
  context: PaymentsContext,
  wanted: StartPaymentInput,
): Promise<{ clientSecret: string }> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { before, pending } = await findEarlierPayments(context, wanted);
    const price = priceOf(wanted.type, context.market.prices);
    const secret = pending === null ? null : await getClientSecret(context, pending, price);
    if (secret !== null) return { clientSecret: secret };
    if ((await countUnfinished(context, context.database.orm, wanted.userId)) >= MAX_PENDING_PAYMENTS)
      throw paymentProblem('too-many-pending-payments');
    const clientSecret = await withCustomer(context, wanted.userId, (customer) =>
      createPaymentIntent(context, wanted, customer, before),
    );
    if (clientSecret !== null) return { clientSecret };
  }
  throw paymentProblem('payment-provider-unavailable', { retryAfter: 1 });
}

/** One statement, because racing calls may add payments. */
async function findEarlierPayments(
  { database, provider }: PaymentsContext,
  { userId, type, bookId }: StartPaymentInput,
) {
  const [found] = await database.orm
    .select({
      before: count(),
      pending: sql<
        string | null
      >`(array_agg(${payments.stripePaymentIntentId} ORDER BY ${payments.createdAt} DESC)
        FILTER (WHERE ${payments.status} = 'pending'))[1]`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider.id),
        eq(payments.userId, userId),
        eq(payments.type, type),
        eq(payments.bookId, bookId),
      ),
    );
  return found!;
}

async function countUnfinished(
  { provider }: PaymentsContext,
  orm: Database['orm'] | Transaction,
  userId: string,
): Promise<number> {
  const [unfinished] = await orm
    .select({ count: count() })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider.id),
        eq(payments.userId, userId),
        eq(payments.status, 'pending'),
        isNull(payments.stripeSubscriptionId),
        // Payments that the provider does not know cannot be completed.
        isNotNull(payments.nextCheckAt),
      ),
    );
  return unfinished!.count;
}

/** The secret if it can still be completed at today's price; otherwise cancels and syncs it, and returns null. */
async function getClientSecret(context: PaymentsContext, id: string, amount: number): Promise<string | null> {
  const intent = await context
    .callProvider((stripe) => stripe.paymentIntents.retrieve(id, { expand: ['customer'] }))
    .catch((error: unknown) => {
      // The keys now belong to another account, so the earlier payment cannot be completed.
      if (isNotFoundAtProvider(error)) return null;
      throw error;
    });
  if (intent === null) return null;
  if (intent.status === 'processing') throw paymentProblem('payment-processing');
  if (/^requires_(payment_method|confirmation|action)$/.test(intent.status)) {
    const { customer } = intent;
    const isDeleted = customer !== null && typeof customer === 'object' && customer.deleted === true;
    if (intent.amount === toStripeAmount(amount, intent.currency) && !isDeleted) return intent.client_secret;
    await cancelPaymentIntent(context, id);
  }
  await syncPayment(context, id, 'start');
  return null;
}

/**
 * Creates a payment. Its idempotency key counts the earlier payments, so that racing calls, and a retry
 * after a crash between the provider and our row, get the same one. Returns null if that payment has
 * already ended or another call stored its own first.
 */
async function createPaymentIntent(
  context: PaymentsContext,
  wanted: StartPaymentInput,
  customer: string,
  before: number,
): Promise<string | null> {
  const { database, clock, market } = context;
  const { userId, type, bookId } = wanted;
  const amount = priceOf(type, market.prices);
  const currency = currencyAtProvider(market);
  const key = `start-${customer}-${type}-${bookId}-${amount}-${before}`;
  const id = deterministicId(key);
  const metadata = { payment: id, book: bookId, type };
  const intent = await requestOnce(context, key, (stripe, idempotencyKey) =>
    stripe.paymentIntents.create(
      {
        amount: toStripeAmount(amount, currency),
        currency,
        customer,
        metadata,
        automatic_payment_methods: { enabled: true },
      },
      { idempotencyKey },
    ),
  );
  const now = clock.now();
  const ids = { id, stripePaymentIntentId: intent.id, stripeCustomerId: customer };
  const kept = await database.transaction(async (tx) => {
    await lockPayments(tx, userId);
    const inserted = await insertPayment(context, tx, { ...ids, ...wanted, amount, metadata }, 'start', now);
    // Racing calls have all seen room. The provider's intent stays for a repeat: no one has its secret.
    if (inserted && (await countUnfinished(context, tx, userId)) > MAX_PENDING_PAYMENTS)
      throw paymentProblem('too-many-pending-payments');
    return inserted ?? (await tx.select().from(payments).where(eq(payments.id, id)))[0];
  });
  const isThis = kept?.status === 'pending' && kept.stripePaymentIntentId === intent.id;
  return isThis ? intent.client_secret : null;
}

/** A UUID (version 8) of the key: the provider wants the same parameters for the same key. */
function deterministicId(key: string): string {
  const bytes = createHash('sha256').update(`payment ${key}`).digest();
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex', 0, 16);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
