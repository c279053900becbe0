import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { spendBudget } from '#features/accounts/server/public.ts';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { newId } from '#platform/server/new-id.ts';
import { reportProblem, type newReport } from '../contract.ts';
import { getReportTarget, type ReportTarget } from './get-report-target.ts';
import { reports } from './table.ts';

/** Reports by one user run one at a time, so that all are counted. */
export const lockReports = createKeyedLock('reports');

/**
 * Adds a report to the queue. A user has one open report of an object, and a repeated call returns that.
 * Throws the errors of `getReportTarget`, 'cannot-report-own', 'daily-limit-reached'.
 */
export async function createReport(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  actorId: string,
  wanted: z.output<typeof newReport>,
): Promise<{ id: string; createdAt: string }> {
  const { kind, reason, text } = wanted;
  const now = clock.now();
  const written = await database.transaction(async (tx) => {
    await lockReports(tx, actorId);
    const reported = await getReportTarget(tx, actorId, wanted, now);
    if (reported.userId === actorId) throw reportProblem('cannot-report-own');
    const shown = { id: reports.id, createdAt: reports.createdAt };
    const own = and(eq(reports.reporterId, actorId), eq(reports.status, 'open'));
    const [open] = await tx
      .select(shown)
      .from(reports)
      .where(and(own, eq(reports.kind, kind), isOf(reported)));
    if (open !== undefined) return open;
    await spendBudget(tx, { userId: actorId, kind: 'reports', now });
    const id = newId(now);
    await tx
      .insert(reports)
      .values({ id, reporterId: actorId, kind, ...reported, reason, text, createdAt: now });
    return { id, createdAt: now };
  });
  return { id: written.id, createdAt: written.createdAt.toISOString() };
}

/** The same condition as the unique index. */
const isOf = ({ userId, bookId, messageId, reviewId }: ReportTarget) =>
  sql`coalesce(${reports.reviewId}, ${reports.messageId}, ${reports.bookId}, ${reports.userId}) = ${reviewId ?? messageId ?? bookId ?? userId}`;
