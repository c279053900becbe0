import { desc, eq } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { Database } from '#platform/server/database/database.ts';
import { readSettings } from './notification-settings.ts';
import { notifications, pushSubscriptions } from './table.ts';

const MAX_SHOWN = 30;

/** Says why a user gets pushes and emails, or not. Null: no user has this email. */
export async function describeNotifications(database: Database, email: string): Promise<string | null> {
  const { orm } = database;
  const [user] = await orm.select().from(users).where(eq(users.email, email.trim().toLowerCase()));
  if (user === undefined) return null;
  const { emailVerified, ...settings } = await readSettings(database, user);
  const devices = await orm
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, user.id))
    .orderBy(desc(pushSubscriptions.confirmedAt));
  const rows = await orm
    .select()
    .from(notifications)
    .where(eq(notifications.userId, user.id))
    .orderBy(desc(notifications.createdAt))
    .limit(MAX_SHOWN);
  const lines = [
    `Email verified: ${emailVerified ? 'yes' : 'no, so there are no emails'}`,
    `Devices: ${devices.length === 0 ? 'none, so there are no pushes' : ''}`,
    ...devices.map(
      ({ endpoint, confirmedAt }) => `  ${new URL(endpoint).host}, confirmed ${formatTime(confirmedAt)}`,
    ),
    'Settings:',
    ...Object.entries(settings).map(([name, value]) => `  ${name}: ${value}`),
    `Notifications: ${rows.length === 0 ? 'none in the last 30 days' : ''}`,
    ...rows.map(
      (row) => `  ${formatTime(row.createdAt)}  ${row.kind}  push: ${pushText(row)}  email: ${mailText(row)}`,
    ),
  ];
  return lines.map((line) => line.trimEnd()).join('\n');
}

type Row = typeof notifications.$inferSelect;

const pushText = ({ pushAt, pushTo, pushedAt, pushResult }: Row): string => {
  if (pushAt !== null) return `waits for ${pushTo.length} ${pushTo.length === 1 ? 'device' : 'devices'}`;
  return pushedAt === null ? (pushResult ?? 'none') : `sent ${formatTime(pushedAt)}`;
};

const mailText = ({ mailAt, mailedAt, mailResult }: Row): string => {
  if (mailAt !== null) return `due ${formatTime(mailAt)}`;
  return mailedAt === null ? (mailResult ?? 'none') : `sent ${formatTime(mailedAt)}`;
};

/** UTC: '2026-01-31 08:00'. */
const formatTime = (at: Date): string =>
  at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ');
