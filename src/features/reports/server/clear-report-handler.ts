import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { reports } from './table.ts';

/** Reports go with the people they are of and by; who dealt with one is forgotten with that person, the report stays. */
export async function clearReportHandler(tx: Transaction, userId: string): Promise<void> {
  await tx.update(reports).set({ handledBy: null }).where(eq(reports.handledBy, userId));
}
