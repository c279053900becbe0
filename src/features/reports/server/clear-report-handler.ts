import { eq } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { reports } from './table.ts';

/** Clears `handled_by` when that admin's account is deleted. The report stays. */
export async function clearReportHandler(tx: Transaction, userId: string): Promise<void> {
  await tx.update(reports).set({ handledBy: null }).where(eq(reports.handledBy, userId));
}
