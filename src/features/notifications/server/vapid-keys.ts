import webPush from 'web-push';
import type { ServerContext } from '#platform/server/server-context.ts';
import { pushSubscriptions } from './table.ts';

export type VapidKeys = { publicKey: string; privateKey: string };

/** The name under which existing installations store the encrypted keys: it never changes. */
export const PUSH_KEYS_NAME = 'push keys';

/** The VAPID keys, created at first start. Devices subscribed with other keys have to subscribe again. */
export async function getOrCreateVapidKeys({
  secrets,
  database,
  log,
}: Pick<ServerContext, 'secrets' | 'database' | 'log'>): Promise<VapidKeys> {
  const { value, isNew } = await secrets.getOrCreate(PUSH_KEYS_NAME, () =>
    JSON.stringify(webPush.generateVAPIDKeys()),
  );
  if (isNew) {
    const { rowCount } = await database.orm.delete(pushSubscriptions);
    if (rowCount) log.warn(`${rowCount} devices belonged to other push keys: they have to subscribe again`);
  }
  return JSON.parse(value) as VapidKeys;
}
