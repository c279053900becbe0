import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { sqlStringList, timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { books } from '../../books/server/table.ts';
import {
  type PaymentStatus,
  paymentStatuses,
  type ProviderId,
  providerIds,
  type PurchaseType,
  purchaseTypes,
  type RefundReason,
  refundReasons,
} from '../rules.ts';

/**
 * A purchase, created when its card form is shown. The provider is the source of truth for the money; the
 * row follows it and records the fulfillment. It outlives the user and the listing.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey(),
    /** An installation may change it, its old payments stay. */
    provider: text().$type<ProviderId>().notNull(),
    stripePaymentIntentId: text('stripe_payment_intent_id').notNull().unique(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    bookId: uuid('book_id').references(() => books.id, { onDelete: 'set null' }),
    type: text().$type<PurchaseType>().notNull(),
    /** In minor units of the currency. */
    amount: integer().notNull(),
    /** Of the market, as the provider writes it: in lower case. */
    currency: text().notNull(),
    status: text().$type<PaymentStatus>().notNull().default('pending'),
    /** The provider works on it, which may take days. */
    isProcessing: boolean('is_processing').notNull().default(false),
    stripeCustomerId: text('stripe_customer_id'),
    /** The subscription of a renewal or of a first payment for ad-free time. */
    stripeSubscriptionId: text('stripe_subscription_id'),
    metadata: jsonb().$type<Record<string, string>>().notNull().default({}),
    lastError: text('last_error'),
    amountRefunded: integer('amount_refunded').notNull().default(0),
    /** Status of the dispute, in the provider's terms. */
    disputeStatus: text('dispute_status'),
    cardBrand: text('card_brand'),
    cardLast4: text('card_last4'),
    receiptUrl: text('receipt_url'),
    /** Why we send the money back by ourselves. */
    refundReason: text('refund_reason').$type<RefundReason>(),
    /** Revoked without being fulfilled: the money was lost before we saw it. */
    fulfilledAt: timestamptz('fulfilled_at'),
    revokedAt: timestamptz('revoked_at'),
    /** When the user was notified; cleared when there is news. */
    notifiedAt: timestamptz('notified_at'),
    /** Whether a card was submitted. If not, the payment is not listed as a purchase. */
    wasAttempted: boolean('was_attempted').notNull().default(false),
    /** When we check with the provider next; null once the state is final. */
    nextCheckAt: timestamptz('next_check_at'),
    /** Incremented by each recorded sync, so that an older snapshot never overwrites a newer one. */
    version: integer().notNull().default(0),
    processedAt: timestamptz('processed_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('payments_of_user').on(table.userId, table.createdAt, table.id),
    index('payments_of_book').on(table.bookId),
    index('payments_next_check')
      .on(table.nextCheckAt)
      .where(sql`next_check_at is not null`),
    check('payments_provider', sql`${table.provider} in (${sqlStringList(providerIds)})`),
    check('payments_type', sql`${table.type} in (${sqlStringList(purchaseTypes)})`),
    check('payments_status', sql`${table.status} in (${sqlStringList(paymentStatuses)})`),
    check('payments_refund_reason', sql`${table.refundReason} in (${sqlStringList(refundReasons)})`),
    check('payments_amount', sql`${table.amount} > 0`),
    check('payments_processed', sql`(${table.status} = 'pending') = (${table.processedAt} is null)`),
    check('payments_processing', sql`not ${table.isProcessing} or ${table.status} = 'pending'`),
  ],
);

export type PaymentRow = typeof payments.$inferSelect;

/** Every step that a payment took, and what caused it, in the order of `id`. Never changed. */
export const paymentStatusHistory = pgTable(
  'payment_status_history',
  {
    // Counted, since several steps may be taken in one millisecond.
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: uuid('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    fromStatus: text('from_status').$type<PaymentStatus>(),
    toStatus: text('to_status').$type<PaymentStatus>().notNull(),
    /** 'start', 'webhook evt_…', 'return', 'reconciliation', or a note: 'refund asked: listing-gone'. */
    cause: text().notNull(),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('payment_status_history_of').on(table.paymentId, table.id)],
);

/** Processed webhook deliveries, for deduplication. Kept while the provider may repeat them. */
export const webhookEvents = pgTable(
  'webhook_events',
  { id: text().primaryKey(), type: text().notNull(), receivedAt: timestamptz('received_at').notNull() },
  (table) => [index('webhook_events_received').on(table.receivedAt)],
);

/** The user's customer at the provider. */
export const paymentCustomers = pgTable(
  'payment_customers',
  {
    provider: text().$type<ProviderId>().notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    stripeCustomerId: text('stripe_customer_id').notNull().unique(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.userId] })],
);
