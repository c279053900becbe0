import { and, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import {
  afterCursor,
  decodeKeyset,
  encodeKeyset,
  orderByKeyset,
  type Paging,
  rowsForPage,
  toPage,
} from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { SupportMessage } from '../contract.ts';
import type { SupportStatus } from '../rules.ts';
import { supportMessages } from './table.ts';

/** One page of messages: open ones the oldest first, closed ones the newest first. */
export async function listSupportMessages(
  { orm }: Pick<Database, 'orm'>,
  { status, limit, cursor }: Paging & { status: 'open' | 'closed' },
): Promise<Page<SupportMessage>> {
  const { createdAt, id, closedAt } = supportMessages;
  const keyset = { at: createdAt, id };
  const isOpen = status === 'open';
  const order = isOpen ? 'oldest-first' : 'newest-first';
  const rows = await orm
    .select()
    .from(supportMessages)
    .where(
      and(isOpen ? isNull(closedAt) : isNotNull(closedAt), afterCursor(keyset, decodeKeyset(cursor), order)),
    )
    .orderBy(...orderByKeyset(keyset, order))
    .limit(rowsForPage(limit));
  const page = toPage(rows, limit, (last) => encodeKeyset({ at: last.createdAt, id: last.id }));
  return { items: page.items.map(toSupportMessage), next: page.next };
}

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
  status: toStatus(row),
  answer: row.answer,
  closedAt: row.closedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
});
