import { and, desc, eq } from 'drizzle-orm';
import { users } from '#features/accounts/server/table.ts';
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
import type { Block } from '../contract.ts';
import { blocks } from './table.ts';

const keyset = { at: blocks.createdAt, id: blocks.blockedId };

export async function listBlocks(
  { orm }: Pick<Database, 'orm'>,
  actorId: string,
  query: Paging & { userId?: string | undefined },
): Promise<Page<Block>> {
  const { id, name, university, studentUniversity, profileImage, totalSales, createdAt } = users;
  const found = await orm
    .select({
      user: { id, name, university, studentUniversity, profileImage, totalSales, createdAt },
      at: blocks.createdAt,
    })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(
      and(
        eq(blocks.blockerId, actorId),
        query.userId === undefined ? undefined : eq(blocks.blockedId, query.userId),
        afterCursor(keyset, decodeKeyset(query.cursor)),
      ),
    )
    .orderBy(...orderByKeyset(keyset))
    .limit(rowsForPage(query.limit));
  const page = toPage(found, query.limit, ({ at, user }) => encodeKeyset({ at, id: user.id }));
  return {
    items: page.items.map(({ user, at }) => ({
      user: { ...user, createdAt: user.createdAt.toISOString() },
      createdAt: at.toISOString(),
    })),
    next: page.next,
  };
}

/** Exports the users whom a user has blocked. By whom they are blocked is not their data. */
export async function exportBlocks({ orm }: Pick<Database, 'orm'>, userId: string) {
  const rows = await orm
    .select()
    .from(blocks)
    .where(eq(blocks.blockerId, userId))
    .orderBy(desc(blocks.createdAt));
  return rows.map(({ blockedId, createdAt }) => ({ userId: blockedId, createdAt: createdAt.toISOString() }));
}
