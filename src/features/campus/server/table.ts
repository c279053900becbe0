import { sql } from 'drizzle-orm';
import { boolean, check, customType, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { timestamptz } from '../../../platform/server/database/columns.ts';
import type { CampusSettings } from '../contract.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** One row, once an administrator has changed something. */
export const campusSettingsTable = pgTable(
  'campus_settings',
  {
    id: boolean().primaryKey().default(true),
    version: integer().notNull(),
    /** Null: as the environment says. */
    settings: jsonb().$type<CampusSettings>(),
    /** A PNG of 512 pixels. */
    icon: bytea(),
    iconVersion: integer('icon_version'),
    changedAt: timestamptz('changed_at').notNull(),
  },
  (table) => [check('campus_settings_one_row', sql`${table.id}`)],
);
