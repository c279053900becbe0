import { type SQL, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { defaultNotificationSettings as defaults } from '../default-settings.ts';
import type { WantedMail } from '../rules.ts';
import { notificationSettings, pushSubscriptions } from './table.ts';

/** How a user is notified. */
export type Receiver = {
  id: string;
  name: string;
  email: string;
  emailVerified: boolean;
  hasDevice: boolean;
  pushWanted: boolean;
  mailWanted: WantedMail;
  pushPrices: boolean;
  mailPrices: boolean;
  pushReminders: boolean;
  mailReminders: boolean;
  mailMessages: boolean;
};

type Setting = Extract<keyof Receiver, `push${string}` | `mail${string}`>;

const valueOf = (setting: Setting): SQL => {
  const column =
    setting === 'mailMessages' ? notificationSettings.emailOnUnread : notificationSettings[setting];
  return sql`coalesce(${column}, ${sql.raw(`'${defaults[setting]}'`)})`;
};

/** Whether a setting is on, in a statement that has left-joined `notificationSettings`. */
export const settingSql = (setting: Setting): SQL =>
  setting === 'mailWanted' ? sql`(${valueOf(setting)} <> 'off')` : valueOf(setting);

/** The users who still exist, each with the settings that are in force. */
export async function findReceivers(tx: Transaction, userIds: readonly string[]): Promise<Receiver[]> {
  const settings = Object.keys(defaults).map(
    (name) => sql`${valueOf(name as Setting)} AS ${sql.identifier(name)}`,
  );
  const { rows } = await tx.execute<Receiver>(sql`SELECT ${users.id}, ${users.name}, ${users.email},
      ${users.emailVerified} AS "emailVerified", ${sql.join(settings, sql`, `)},
      EXISTS (SELECT FROM ${pushSubscriptions} d WHERE d.user_id = ${users.id}) AS "hasDevice"
    FROM ${users} LEFT JOIN ${notificationSettings} ON ${notificationSettings.userId} = ${users.id}
    WHERE ${users.id} = ANY(${sql.param(userIds)}::uuid[])`);
  return rows;
}
