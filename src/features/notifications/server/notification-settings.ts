import { and, eq, isNotNull, or } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import type { Actor } from '#platform/server/http/endpoint-registry.ts';
import type { NotificationSettings } from '../contract.ts';
import { MESSAGE_KIND } from '../rules.ts';
import { defaultSettings, type SettingValues } from '../setting-definitions.ts';
import { notifications, notificationSettings, pushSubscriptions } from './table.ts';

export async function readSettings(
  { orm }: Pick<Database, 'orm'>,
  { id }: Pick<Actor, 'id'>,
): Promise<NotificationSettings> {
  const [row] = await orm
    .select({ settings: notificationSettings, emailVerified: users.emailVerified })
    .from(users)
    .leftJoin(notificationSettings, eq(notificationSettings.userId, users.id))
    .where(eq(users.id, id));
  const { userId: _, ...chosen } = row?.settings ?? { userId: id };
  return { ...defaultSettings, ...chosen, emailVerified: row?.emailVerified ?? false };
}

/**
 * Absent settings stay as they are. Switching off emails about messages also withdraws those that wait; other
 * emails are compared with the settings when they are due.
 */
export async function changeSettings(
  database: Database,
  actor: Pick<Actor, 'id'>,
  changes: Partial<SettingValues>,
): Promise<NotificationSettings> {
  if (Object.keys(changes).length > 0)
    await database.transaction(async (tx) => {
      await tx
        .insert(notificationSettings)
        .values({ userId: actor.id, ...changes })
        .onConflictDoUpdate({ target: notificationSettings.userId, set: changes });
      const { userId, kind, mailAt } = notifications;
      if (changes.mailMessages === false)
        await tx
          .update(notifications)
          .set({ mailAt: null, mailResult: 'switched off' })
          .where(and(eq(userId, actor.id), eq(kind, MESSAGE_KIND), isNotNull(mailAt)));
    });
  return readSettings(database, actor);
}

/** Also of notifications that wait: there is no foreign key. */
export async function deleteNotifications(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.userId, userId));
}

/** Exports the notification data of a user. Without the keys of a subscription: they decrypt its messages. */
export async function exportNotifications({ orm }: Pick<Database, 'orm'>, userId: string) {
  const { emailVerified: _, ...settings } = await readSettings({ orm }, { id: userId });
  const devices = await orm.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  const { kind, subjectId, createdAt, pushedAt, mailedAt, seenAt } = notifications;
  const sent = await orm
    .select({ kind, subjectId, createdAt, pushedAt, mailedAt, seenAt })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), or(isNotNull(pushedAt), isNotNull(mailedAt))))
    .orderBy(createdAt);
  return {
    ...settings,
    sent,
    devices: devices.map(({ endpoint, createdAt, confirmedAt }) => ({
      pushService: new URL(endpoint).host,
      createdAt: createdAt.toISOString(),
      confirmedAt: confirmedAt.toISOString(),
    })),
  };
}
