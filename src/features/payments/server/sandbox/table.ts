import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../../platform/server/database/columns.ts';

/** The sandbox's customers, intents, subscriptions and so on, as Stripe's API returns them. */
export const sandboxObjects = pgTable(
  'sandbox_objects',
  {
    /** `pi_…`, `cus_…`, `sub_…` */
    id: text().primaryKey(),
    /** The object's field `object`: 'payment_intent'. */
    kind: text().notNull(),
    data: jsonb().notNull(),
    /** The time of its next step without a request: a renewal, a retry, an expiry. */
    dueAt: timestamptz('due_at'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    index('sandbox_objects_kind').on(table.kind, table.createdAt, table.id),
    index('sandbox_objects_due')
      .on(table.dueAt)
      .where(sql`due_at is not null`),
  ],
);

/** The responses to requests with an `Idempotency-Key`. */
export const sandboxRequests = pgTable('sandbox_requests', {
  idempotencyKey: text('idempotency_key').primaryKey(),
  /** A hash of method, path and body: the same key with another request is an error. */
  fingerprint: text().notNull(),
  status: integer().notNull(),
  body: jsonb().notNull(),
  createdAt: timestamptz('created_at').notNull(),
});
