import type { SupportMessage } from '../contract.ts';
import type { SupportStatus } from '../rules.ts';
import type { supportMessages } from './table.ts';

type SupportRow = typeof supportMessages.$inferSelect;

export const toStatus = ({ answer, closedAt }: Pick<SupportRow, 'answer' | 'closedAt'>): SupportStatus =>
  closedAt === null ? 'open' : answer === null ? 'closed' : 'answered';

/** A message as administrators see it. */
export const toSupportMessage = (row: SupportRow): SupportMessage => ({
  id: row.id,
  userId: row.userId,
  name: row.name,
  email: row.email,
  subject: row.subject,
  message: row.message,
  status: toStatus(row),
  answer: row.answer,
  closedAt: row.closedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
