import { reportProblem } from '../contract.ts';
import { and, eq, ne, sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import type { Report } from '../contract.ts';
import type { ReportStatus } from '../rules.ts';
import { findReport } from './list-reports.ts';
import { reports } from './table.ts';
import { lockReports } from './create-report.ts';

/**
 * Sets the status of a report and writes the audit entry. Does nothing if the report has the status already.
 * Throws 'report-not-found', 'report-already-open'.
 */
export async function setReportStatus(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  actorId: string,
  { id, status }: { id: string; status: ReportStatus },
): Promise<Report> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const [report] = await tx.select().from(reports).where(eq(reports.id, id)).for('no key update');
    if (report === undefined) throw reportProblem('report-not-found');
    if (report.status !== status) {
      if (status === 'open') {
        // Also prevents a new report of the same object by its reporter meanwhile.
        await lockReports(tx, report.reporterId);
        const thing = report.reviewId ?? report.messageId ?? report.bookId ?? report.userId;
        const [again] = await tx
          .select({ id: reports.id })
          .from(reports)
          .where(
            and(
              eq(reports.reporterId, report.reporterId),
              eq(reports.kind, report.kind),
              eq(reports.status, 'open'),
              ne(reports.id, id),
              sql`coalesce(${reports.reviewId}, ${reports.messageId}, ${reports.bookId}, ${reports.userId}) = ${thing}`,
            ),
          );
        if (again !== undefined) throw reportProblem('report-already-open');
      }
      const handled = status === 'open' ? null : { by: actorId, at: now };
      await tx
        .update(reports)
        .set({ status, handledBy: handled?.by ?? null, handledAt: handled?.at ?? null })
        .where(eq(reports.id, id));
      await recordAdminAction(tx, {
        actorId,
        action: 'report-handled',
        target: { kind: 'report', id },
        details: { status, kind: report.kind, userId: report.userId },
        now,
      });
    }
    const shown = await findReport(tx, id);
    if (shown === undefined) throw reportProblem('report-not-found');
    return shown;
  });
}
