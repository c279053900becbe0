import { and, desc, eq, sql } from 'drizzle-orm';
import { users } from '#features/accounts/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { decodeKeyset, encodeKeyset } from '#platform/server/keyset.ts';
import type { Page } from '#platform/shared/define-endpoints.ts';
import type { Block } from '../contract.ts';
import { blocks } from './table.ts';

/** One page of the people whom the actor has blocked, the last one first. */
export async function listBlocks(
  { orm }: Pick<Database, 'orm'>,
  actorId: string,
  query: { limit: number; cursor?: string | undefined; userId?: string | undefined },
): Promise<Page<Block>> {
  const after = decodeKeyset(query.cursor);
  const found = await orm
    .select({
      user: {
        id: users.id,
        name: users.name,
        university: users.university,
        studentVerified: sql<boolean>`${users.studentUniversity} is not null`,
        profileImage: users.profileImage,
        totalSales: users.totalSales,
        createdAt: users.createdAt,
      },
      at: blocks.createdAt,
    })
    .from(blocks)
    .innerJoin(users, eq(users.id, blocks.blockedId))
    .where(
      and(
        eq(blocks.blockerId, actorId),
        query.userId === undefined ? undefined : eq(blocks.blockedId, query.userId),
        after === null
          ? undefined
          : sql`(${blocks.createdAt}, ${blocks.blockedId}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
      ),
    )
    .orderBy(desc(blocks.createdAt), desc(blocks.blockedId))
    .limit(query.limit + 1);
  const shown = found.slice(0, query.limit);
  const last = found.length > query.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ user, at }) => ({
      user: { ...user, createdAt: user.createdAt.toISOString() },
      createdAt: at.toISOString(),
    })),
    next: last === undefined ? null : encodeKeyset({ at: last.at, id: last.user.id }),
  };
}
