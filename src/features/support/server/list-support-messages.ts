import { and, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { type Paging, selectPage } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { SupportMessage } from '../contract.ts';
import type { SupportStatus } from '../rules.ts';
import { supportMessages } from './table.ts';

/** One page of messages: open ones the oldest first, closed ones the newest first. */
export const listSupportMessages = (
  { orm }: Pick<Database, 'orm'>,
  { status, ...paging }: Paging & { status: 'open' | 'closed' },
): Promise<Page<SupportMessage>> =>
  selectPage({
    paging,
    columns: { at: supportMessages.createdAt, id: supportMessages.id },
    order: status === 'open' ? 'oldest-first' : 'newest-first',
    select: ({ after, orderBy, limit }) =>
      orm
        .select()
        .from(supportMessages)
        .where(and((status === 'open' ? isNull : isNotNull)(supportMessages.closedAt), after))
        .orderBy(...orderBy)
        .limit(limit),
    toKeyset: ({ createdAt, id }) => ({ at: createdAt, id }),
    toItem: toSupportMessage,
  });

export const countOpenSupportMessages = ({ orm }: Pick<Database, 'orm'>): Promise<number> =>
  orm.$count(supportMessages, isNull(supportMessages.closedAt));

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
  language: row.language,
  status: toStatus(row),
  answer: row.answer,
  closedAt: row.closedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
