import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { createKeyedLock } from '#platform/server/database/advisory-lock.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { newId } from '#platform/server/new-id.ts';
import { HOUR_MS } from '#platform/shared/durations.ts';
import { reportProblem, type newReport } from '../contract.ts';
import { reportRateLimit } from '../rules.ts';
import { getReportTarget, type ReportTarget } from './get-report-target.ts';
import { reports } from './table.ts';

/** Reports by one user run one at a time, so that all are counted. */
export const lockReports = createKeyedLock('reports');

/**
 * Adds a report to the queue. A user has one open report of an object, and a repeated call returns that.
 * Throws the errors of `getReportTarget`, 'cannot-report-own', 'too-many-reports'.
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
    const reported = await getReportTarget(tx, actorId, wanted);
    if (reported.userId === actorId) throw reportProblem('cannot-report-own');
    const shown = { id: reports.id, createdAt: reports.createdAt };
    const own = and(eq(reports.reporterId, actorId), eq(reports.status, 'open'));
    const [open] = await tx
      .select(shown)
      .from(reports)
      .where(and(own, eq(reports.kind, kind), isOf(reported)));
    if (open !== undefined) return open;
    await checkReportLimit(tx, own, now);
    const id = newId(now);
    await tx
      .insert(reports)
      .values({ id, reporterId: actorId, kind, ...reported, reason, text, createdAt: now });
    return { id, createdAt: now };
  });
  return { id: written.id, createdAt: written.createdAt.toISOString() };
}

/**
 * Reports are possible again when the oldest of the counted ones is a day old. The count can exceed the limit
 * if an administrator reopens reports.
 */
async function checkReportLimit(tx: Transaction, own: ReturnType<typeof and>, now: Date): Promise<void> {
  const { most, within } = reportRateLimit;
  const [filling] = await tx
    .select({ createdAt: reports.createdAt })
    .from(reports)
    .where(and(own, gt(reports.createdAt, new Date(now.getTime() - within))))
    .orderBy(desc(reports.createdAt))
    .offset(most - 1)
    .limit(1);
  if (filling === undefined) return;
  const wait = filling.createdAt.getTime() + within - now.getTime();
  const hours = Math.ceil(wait / HOUR_MS);
  throw reportProblem('too-many-reports', {
    detail: `You've sent too many reports today. We're looking into them. Please try again in ${hours === 1 ? 'an hour' : `${hours} hours`}.`,
    retryAfter: wait / 1000,
  });
}

/** The same condition as the unique index. */
const isOf = ({ userId, bookId, messageId }: ReportTarget) =>
  sql`coalesce(${reports.messageId}, ${reports.bookId}, ${reports.userId}) = ${messageId ?? bookId ?? userId}`;
