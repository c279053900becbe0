import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';

/** The actions of administrators. Ids only, because entries outlive users. A trigger refuses changes and deletions. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null: an operator on the server's command line. No foreign key: the entry outlives the user. */
    actorId: uuid('actor_id'),
    /** A key of `adminActions` in `rules.ts`. */
    action: text().notNull(),
    /** 'book', 'user', 'report', …; with the id of the object, if there is exactly one. */
    targetKind: text('target_kind'),
    targetId: text('target_id'),
    /** Counts and ids. */
    details: jsonb().$type<Record<string, string | number | boolean>>().notNull().default({}),
    at: timestamptz('at').notNull(),
  },
  (table) => [
    index('audit_entries_target').on(table.targetKind, table.targetId),
    index('audit_entries_action').on(table.action, table.at),
  ],
);
