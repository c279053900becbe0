import { and, asc, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { recordAdminAction } from '#features/audit/server/public.ts';
import { addToCase, caseChanged, markCaseClosed } from '#features/moderation/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import { forEachDue } from '#platform/server/jobs/for-each-due.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { toMeasureReason } from '../rules.ts';
import { reports } from './table.ts';

type Context = Pick<ServerContext, 'database' | 'log' | 'events'>;

export const selectOlderReports = (): SQL => sql`SELECT FROM ${reports} WHERE case_id IS NULL`;

/** Gives reports that processes of the version before have written the case of their object. */
export const addOlderReports = (context: Context): Promise<void> =>
  forEachDue(context, {
    failure: 'a report could not be added to its case',
    read: (after, limit) =>
      context.database.orm
        .select()
        .from(reports)
        .where(and(isNull(reports.caseId), gt(reports.id, after)))
        .orderBy(asc(reports.id))
        .limit(limit),
    act: (tx, report) => add(context, tx, report),
  });

async function add(
  { events }: Pick<Context, 'events'>,
  tx: Transaction,
  { id, kind, userId, reason, createdAt, ...report }: typeof reports.$inferSelect,
): Promise<void> {
  const target = { kind, id: report.reviewId ?? report.messageId ?? report.bookId ?? userId };
  const { caseId } = await addToCase(tx, { target, userId, kind: 'report-received', now: createdAt });
  const [{ status }] = (await tx
    .update(reports)
    .set({ caseId })
    .where(eq(reports.id, id))
    .returning({ status: reports.status })) as [typeof report];
  const details = { reason: toMeasureReason(kind, reason) };
  await recordAdminAction(tx, { actorId: null, action: 'report-received', target, details, now: createdAt });
  const isOpen = and(eq(reports.caseId, caseId), eq(reports.status, 'open'));
  if (status !== 'open' && (await tx.$count(reports, isOpen)) === 0)
    await markCaseClosed(tx, caseId, report.handledAt ?? createdAt);
  events.publish(caseChanged, { caseId });
}
