import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
import type { ComplaintSource } from '#features/moderation/server/public.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { createOutcomeEmail } from './notice-emails.ts';
import { notices } from './table.ts';

const REASON = 'illegal-content';

/** What cases read of notices: never the notifier's name or email. */
export const createNoticeSource = (
  context: Pick<ServerContext, 'mailer' | 'publicUrl' | 'localeOf'>,
): ComplaintSource => ({
  kind: 'notice',
  async list(orm, caseId, limit) {
    const rows = await orm
      .select()
      .from(notices)
      .where(eq(notices.caseId, caseId))
      .orderBy(desc(notices.createdAt), desc(notices.id))
      .limit(limit);
    return rows.toReversed().map(({ id, reason, confirmedAt, endangersChild, createdAt }) => ({
      id,
      kind: 'notice' as const,
      reason: REASON,
      text: reason,
      by: null,
      hasReceipt: confirmedAt !== null,
      endangersChild,
      createdAt: createdAt.toISOString(),
    }));
  },
  async count(orm, caseIds) {
    if (caseIds.length === 0) return new Map();
    const rows = await orm
      .select({ caseId: notices.caseId, count: sql<number>`count(*)::int` })
      .from(notices)
      .where(inArray(notices.caseId, [...caseIds]))
      .groupBy(notices.caseId);
    return new Map(rows.map(({ caseId, count }) => [caseId, { count, reason: REASON }]));
  },
  /** By the account, or by its verified email once the link to it was opened: anyone can enter any address. */
  findWriters: (orm, caseIds, userIds) => {
    const isOwn = or(
      eq(users.id, notices.userId),
      and(isNotNull(notices.confirmedAt), users.emailVerified, sql`${notices.email} = lower(${users.email})`),
    );
    return orm
      .selectDistinct({ caseId: notices.caseId, userId: users.id })
      .from(notices)
      .innerJoin(users, isOwn)
      .where(and(inArray(notices.caseId, [...caseIds]), inArray(users.id, [...userIds])));
  },
  async onClosed(tx, { caseId, measure, now }) {
    const answered = await tx
      .update(notices)
      .set({ answeredAt: now, outcome: measure === null ? 'kept' : 'acted' })
      .where(and(eq(notices.caseId, caseId), isNull(notices.answeredAt)))
      .returning();
    for (const { email, confirmedAt, ...notice } of answered)
      if (email !== null && confirmedAt !== null)
        await context.mailer.send(tx, createOutcomeEmail(context, { ...notice, email }));
  },
});
