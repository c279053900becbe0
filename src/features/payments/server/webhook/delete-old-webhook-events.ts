import { lt } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { webhookEvents } from '../table.ts';

/** The provider repeats a delivery for three days; an operator can resend it for a month. */
const WEBHOOK_EVENT_TTL_MS = 60 * DAY_MS;

export async function deleteOldWebhookEvents({ orm }: Database, now: Date): Promise<void> {
  await orm
    .delete(webhookEvents)
    .where(lt(webhookEvents.receivedAt, new Date(now.getTime() - WEBHOOK_EVENT_TTL_MS)));
}
