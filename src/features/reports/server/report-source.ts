import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { ComplaintSource } from '#features/moderation/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { findReportedSale, hasReportedSale } from './read-evidence.ts';
import { sendReportOutcomes } from './send-report-outcomes.ts';
import { reports } from './table.ts';

/** The reports of a case. */
export const createReportSource = (
  context: Pick<ServerContext, 'mailer' | 'publicUrl' | 'localeOf'>,
): ComplaintSource => ({
  kind: 'report',
  async list(orm, caseId, limit) {
    const rows = await orm
      .select({ report: reports, name: users.name })
      .from(reports)
      .innerJoin(users, eq(users.id, reports.reporterId))
      .where(eq(reports.caseId, caseId))
      .orderBy(desc(reports.createdAt), desc(reports.id))
      .limit(limit);
    return rows.toReversed().map(({ report: { id, reason, text, reporterId, createdAt }, name }) => ({
      kind: 'report',
      id,
      reason,
      text,
      by: { id: reporterId, name },
      hasReceipt: false,
      endangersChild: false,
      createdAt: createdAt.toISOString(),
    }));
  },
  async count(orm, caseIds) {
    const { rows } = await orm.execute<{ caseId: string; count: number; reason: string }>(sql`
      select case_id as "caseId", count(*)::int, (array_agg(reason order by created_at desc, id desc))[1] as reason
      from ${reports} where case_id = any(${sql.param(caseIds)}::uuid[]) group by case_id`);
    return new Map(rows.map(({ caseId, ...counted }) => [caseId, counted]));
  },
  findWriters: (orm, caseIds, userIds) =>
    orm
      .selectDistinct({ caseId: sql<string>`${reports.caseId}`, userId: reports.reporterId })
      .from(reports)
      .where(and(inArray(reports.caseId, [...caseIds]), inArray(reports.reporterId, [...userIds]))),
  hasSale: hasReportedSale,
  findSale: findReportedSale,
  async onClosed(tx, { caseId, measure, now }) {
    const handled = await tx
      .update(reports)
      .set({ status: measure === null ? 'dismissed' : 'acted', handledAt: now })
      .where(and(eq(reports.caseId, caseId), eq(reports.status, 'open')))
      .returning({ reporterId: reports.reporterId });
    const reporterIds = handled.map(({ reporterId }) => reporterId);
    await sendReportOutcomes(context, tx, { reporterIds, measure });
  },
});
