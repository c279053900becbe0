import { asc, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { reports } from './table.ts';

type ExportedReport = {
  kind: string;
  id: string;
  reason: string;
  text: string;
  status: string;
  createdAt: string;
};

/** Exports the reports that a user has written. Reports about them belong to the reporters. */
export async function exportReports(
  { orm }: Pick<Database, 'orm'>,
  userId: string,
): Promise<ExportedReport[]> {
  const rows = await orm
    .select()
    .from(reports)
    .where(eq(reports.reporterId, userId))
    .orderBy(asc(reports.createdAt));
  return rows.map(({ kind, reviewId, messageId, bookId, userId, reason, text, status, createdAt }) => ({
    kind,
    id: reviewId ?? messageId ?? bookId ?? userId,
    reason,
    text,
    status,
    createdAt: createdAt.toISOString(),
  }));
}

/** Clears `handled_by` when that admin's account is deleted. The report stays. */
export async function clearReportHandler(tx: Transaction, userId: string): Promise<void> {
  await tx.update(reports).set({ handledBy: null }).where(eq(reports.handledBy, userId));
}
