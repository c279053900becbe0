import { eq } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { type Report, reportProblem } from '../contract.ts';
import type { ReportStatus } from '../rules.ts';
import { findOpenReport, lockReports } from './create-report.ts';
import { findReport } from './list-reports.ts';
import { reports } from './table.ts';

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
        if ((await findOpenReport(tx, report)) !== undefined) throw reportProblem('report-already-open');
      }
      const handled = { handledBy: actorId, handledAt: now };
      const changes = { status, ...(status === 'open' ? { handledBy: null, handledAt: null } : handled) };
      await tx.update(reports).set(changes).where(eq(reports.id, id));
      await recordAdminAction(tx, {
        actorId,
        action: 'report-handled',
        target: { kind: 'report', id },
        details: { status, kind: report.kind, userId: report.userId },
        now,
      });
    }
    return (await findReport(tx, id))!;
  });
}
