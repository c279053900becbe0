import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';

/**
 * What administrators did. Ids only, never names or addresses: the people it speaks of may be removed, the entry stays. A trigger
 * refuses to change or delete an entry.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Null: whoever has the server's command line. No foreign key, it outlives the person. */
    actorId: uuid('actor_id'),
    /** From the list in `rules.ts`. */
    action: text().notNull(),
    /** 'book', 'user', 'report', …; with the id of what it was done to, where it was one thing. */
    targetKind: text('target_kind'),
    targetId: text('target_id'),
    /** Counts and ids. */
    details: jsonb().$type<Record<string, string | number | boolean>>().notNull().default({}),
    at: timestamptz('at').notNull(),
  },
  (table) => [index('audit_entries_target').on(table.targetKind, table.targetId)],
);
