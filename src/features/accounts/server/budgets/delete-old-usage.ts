import { lt } from 'drizzle-orm';
import type { ServerContext } from '#platform/server/server-context.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import { dayOf } from '../../budget-rules.ts';
import { dailyUsage, unownedUsage } from './table.ts';

export async function deleteOldUsage({
  database,
  clock,
}: Pick<ServerContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now();
  const yesterday = dayOf(new Date(now.getTime() - DAY_MS));
  await database.orm.delete(dailyUsage).where(lt(dailyUsage.day, yesterday));
  await database.orm.delete(unownedUsage).where(lt(unownedUsage.day, dayOf(now)));
}
