import { asc, eq } from 'drizzle-orm';
import type { PersonalDataHandler } from '#features/accounts/server/public.ts';
import { reports } from './table.ts';

/** The reports that a user has written. Those about them belong to the reporters, and stay without their handler. */
export const reportPersonalData: PersonalDataHandler = {
  name: 'reports',
  async export({ orm }, userId) {
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
      createdAt,
    }));
  },
  async remove(tx, { id }) {
    await tx.update(reports).set({ handledBy: null }).where(eq(reports.handledBy, id));
  },
};
