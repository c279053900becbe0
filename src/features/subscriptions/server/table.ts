import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { sqlStringList, timestamptz } from '../../../platform/server/database/columns.ts';
import { users } from '../../accounts/server/table.ts';
import { payments } from '../../payments/server/table.ts';
import { endedStatuses, runningStatuses, type SubscriptionStatus } from '../rules.ts';

/** As last fetched from the provider. Pages read the two ad-free fields of the user instead. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique(),
    /** Null after the user was deleted. */
    stripeCustomerId: text('stripe_customer_id'),
    // RESTRICT, because a deletion must first terminate the subscription, or the provider would go on
    // charging. The row then stays without the user until the provider confirms the end.
    userId: uuid('user_id').references(() => users.id, { onDelete: 'restrict' }),
    /** The provider's status. */
    status: text().$type<SubscriptionStatus>().notNull(),
    /** Its payment was refunded or failed. The provider is called until it confirms the end. */
    terminatedAt: timestamptz('terminated_at'),
    /** It ends with the period that the provider counts. */
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** End of the last period that is paid and was not taken back; null before the first payment. */
    paidThrough: timestamptz('paid_through'),
    /**
     * End of the time without a payment that can be fetched: a trial, a coupon, or money received outside
     * of the provider.
     */
    complimentaryThrough: timestamptz('complimentary_through'),
    /** End of the period that the provider counts, paid or not. */
    periodEnd: timestamptz('period_end').notNull(),
    /** When it is looked after by ourselves; null once nothing is awaited. */
    nextCheckAt: timestamptz('next_check_at'),
    /** Incremented by each recorded sync, so that an older snapshot never overwrites a newer one. */
    version: integer().notNull().default(0),
    createdAt: timestamptz('created_at').notNull(),
    updatedAt: timestamptz('updated_at').notNull(),
  },
  (table) => [
    index('subscriptions_of_user').on(table.userId, table.createdAt),
    // One that has not ended is the only one.
    uniqueIndex('subscriptions_running')
      .on(table.provider, table.userId)
      .where(sql`status in (${sqlStringList(runningStatuses)}) and terminated_at is null`),
    index('subscriptions_next_check')
      .on(table.nextCheckAt)
      .where(sql`next_check_at is not null`),
    check(
      'subscriptions_status',
      sql`${table.status} in (${sqlStringList([...runningStatuses, ...endedStatuses])})`,
    ),
  ],
);

/** Ad-free time that a payment gives once it has come: a period of a subscription. */
export const adFreePeriods = pgTable(
  'ad_free_periods',
  {
    stripePaymentIntentId: text('stripe_payment_intent_id').primaryKey(),
    subscriptionId: uuid('subscription_id')
      .notNull()
      .references(() => subscriptions.id, { onDelete: 'cascade' }),
    endsAt: timestamptz('ends_at').notNull(),
    /** When its money came. */
    paidAt: timestamptz('paid_at'),
    /** Taken back with its money. */
    revokedAt: timestamptz('revoked_at'),
  },
  (table) => [
    foreignKey({
      name: 'ad_free_periods_payment',
      columns: [table.stripePaymentIntentId],
      foreignColumns: [payments.stripePaymentIntentId],
    }),
    index('ad_free_periods_of').on(table.subscriptionId),
  ],
);
