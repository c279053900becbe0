import webPush from 'web-push';
import type { ServerContext } from '#platform/server/server-context.ts';
import { pendingPushNotifications, pushSubscriptions } from './table.ts';

export type VapidKeys = { publicKey: string; privateKey: string };

/** What they are kept under, sealed: every product that has been started has them. */
export const pushKeysName = 'push keys';

/** The installation's VAPID keys, made at first start. Who subscribed with others cannot be reached any more, and asks anew. */
export async function getOrCreateVapidKeys({
  secrets,
  database,
  log,
}: Pick<ServerContext, 'secrets' | 'database' | 'log'>): Promise<VapidKeys> {
  const { value, isNew } = await secrets.getOrCreate(pushKeysName, () =>
    JSON.stringify(webPush.generateVAPIDKeys()),
  );
  if (isNew) {
    await database.orm.delete(pendingPushNotifications);
    const { rowCount } = await database.orm.delete(pushSubscriptions);
    if (rowCount) log.warn(`${rowCount} devices belonged to other push keys: they are asked anew`);
  }
  return JSON.parse(value) as VapidKeys;
}
