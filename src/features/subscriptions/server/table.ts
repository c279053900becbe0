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

/** A monthly ad-free subscription, as the provider last said that it stands. The person's own two fields are what the screens look at. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    id: uuid().primaryKey(),
    provider: text().notNull(),
    stripeSubscriptionId: text('stripe_subscription_id').notNull().unique(),
    /** Null, like the person, once they are gone. */
    stripeCustomerId: text('stripe_customer_id'),
    // Whoever deletes a person has to end what the provider charges them for, and fails until that is done. The row then stays,
    // without them, until the provider says that it knows.
    userId: uuid('user_id').references(() => users.id, { onDelete: 'restrict' }),
    /** The provider's word. */
    status: text().$type<SubscriptionStatus>().notNull(),
    /** When we ended it, whatever the provider says: its money went back, or did not come. The provider is told until it says so too. */
    terminatedAt: timestamptz('terminated_at'),
    /** It ends with the period that the provider counts. */
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    /** End of the last period that is paid and was not taken back; null before the first payment. */
    paidThrough: timestamptz('paid_through'),
    /** End of what the provider gives without a payment that could be asked about: a trial, a coupon, money that came another way. */
    complimentaryThrough: timestamptz('complimentary_through'),
    /** End of the period that the provider counts, paid or not. */
    periodEnd: timestamptz('period_end').notNull(),
    /** When it is looked after by ourselves; null once nothing is awaited. */
    nextCheckAt: timestamptz('next_check_at'),
    /** Raised by every answer of the provider that was written down: an older answer is not written over a newer one. */
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
