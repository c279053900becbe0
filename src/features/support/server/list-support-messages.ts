import { and, asc, count, desc, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { decodeKeyset, encodeKeyset } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { SupportMessage } from '../contract.ts';
import { toSupportMessage } from './support-row.ts';
import { supportMessages } from './table.ts';

type ListSupportMessagesInput = { status: 'open' | 'closed'; limit: number; cursor?: string | undefined };

/** One page of messages. Whoever waits longest comes first; of what is dealt with, the newest. */
export async function listSupportMessages(
  { orm }: Pick<Database, 'orm'>,
  { status, limit, cursor }: ListSupportMessagesInput,
): Promise<Page<SupportMessage>> {
  const after = decodeKeyset(cursor);
  const { createdAt, id, closedAt } = supportMessages;
  const open = status === 'open';
  const order = open ? asc : desc;
  const beyond = sql.raw(open ? '>' : '<');
  const rows = await orm
    .select()
    .from(supportMessages)
    .where(
      and(
        open ? isNull(closedAt) : isNotNull(closedAt),
        after === null
          ? undefined
          : sql`(${createdAt}, ${id}) ${beyond} (${after.at}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(order(createdAt), order(id))
    .limit(limit + 1);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(toSupportMessage),
    next: last === undefined ? null : encodeKeyset({ at: last.createdAt, id: last.id }),
  };
}

export async function countOpenSupportMessages({ orm }: Pick<Database, 'orm'>): Promise<number> {
  const [open] = await orm
    .select({ count: count() })
    .from(supportMessages)
    .where(isNull(supportMessages.closedAt));
  return open!.count;
}
