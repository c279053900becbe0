import { sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { defaultNotificationSettings as defaults } from '../default-settings.ts';
import type { WantedMail } from '../rules.ts';
import { notificationSettings, pushSubscriptions } from './table.ts';

/** How a user hears of books. */
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
};

/** The users who still exist, each with the settings that are in force. */
export async function findReceivers(tx: Transaction, userIds: readonly string[]): Promise<Receiver[]> {
  const { rows } = await tx.execute<Receiver>(sql`SELECT u.id, u.name, u.email,
      u.email_verified AS "emailVerified",
      coalesce(s.push_wanted, ${defaults.pushWanted}) AS "pushWanted",
      coalesce(s.mail_wanted, ${defaults.mailWanted}) AS "mailWanted",
      coalesce(s.push_prices, ${defaults.pushPrices}) AS "pushPrices",
      coalesce(s.mail_prices, ${defaults.mailPrices}) AS "mailPrices",
      coalesce(s.push_reminders, ${defaults.pushReminders}) AS "pushReminders",
      coalesce(s.mail_reminders, ${defaults.mailReminders}) AS "mailReminders",
      EXISTS (SELECT FROM ${pushSubscriptions} d WHERE d.user_id = u.id) AS "hasDevice"
    FROM ${users} u LEFT JOIN ${notificationSettings} s ON s.user_id = u.id
    WHERE u.id = ANY(${sql.param(userIds)}::uuid[])`);
  return rows;
}
