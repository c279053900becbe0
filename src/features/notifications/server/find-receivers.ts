import { type SQL, sql } from 'drizzle-orm';
import type { LanguagesOfUser } from '#features/accounts/language-of-user.ts';
import { users } from '#features/accounts/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import {
  defaultSettings,
  settingNames,
  type SettingName,
  type SettingValues,
} from '../setting-definitions.ts';
import { notificationSettings, pushSubscriptions } from './table.ts';

/** How a user is notified. */
export type Receiver = SettingValues &
  LanguagesOfUser & {
    id: string;
    name: string;
    email: string;
    emailVerified: boolean;
    hasDevice: boolean;
  };

const valueOf = (name: SettingName): SQL =>
  sql`coalesce(${notificationSettings[name]}, ${sql.raw(`'${defaultSettings[name]}'`)})`;

/** Whether a setting is on, in a statement that has left-joined `notificationSettings`. */
export const settingSql = (name: SettingName): SQL => sql`(${valueOf(name)}::text NOT IN ('false', 'off'))`;

/** The users who still exist, each with the settings that are in force. */
export async function findReceivers(tx: Transaction, userIds: readonly string[]): Promise<Receiver[]> {
  const settings = settingNames.map((name) => sql`${valueOf(name)} AS ${sql.identifier(name)}`);
  const { rows } = await tx.execute<Receiver>(sql`SELECT ${users.id}, ${users.name}, ${users.email},
      ${users.emailVerified} AS "emailVerified", ${users.language}, ${users.seenLanguage} AS "seenLanguage", ${sql.join(settings, sql`, `)},
      EXISTS (SELECT FROM ${pushSubscriptions} d WHERE d.user_id = ${users.id}) AS "hasDevice"
    FROM ${users} LEFT JOIN ${notificationSettings} ON ${notificationSettings.userId} = ${users.id}
    WHERE ${users.id} = ANY(${sql.param(userIds)}::uuid[])`);
  return rows;
}
