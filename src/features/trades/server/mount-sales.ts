import type { ServerContext } from '#platform/server/server-context.ts';
import { deleteOldMailboxes } from './sales/mailboxes.ts';

/** Schedules the upkeep of confirmed sales. */
export async function mountSales(context: ServerContext): Promise<void> {
  await context.jobs.schedule('delete-old-sale-mailboxes', '11 3 * * *', () => deleteOldMailboxes(context));
}
