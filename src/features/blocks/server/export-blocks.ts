import { desc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { blocks } from './table.ts';

type ExportedBlock = { userId: string; createdAt: string };

/** Exports the users whom a user has blocked. By whom they are blocked is not their data. */
export async function exportBlocks({ orm }: Pick<Database, 'orm'>, userId: string): Promise<ExportedBlock[]> {
  const rows = await orm
    .select()
    .from(blocks)
    .where(eq(blocks.blockerId, userId))
    .orderBy(desc(blocks.createdAt));
  return rows.map(({ blockedId, createdAt }) => ({ userId: blockedId, createdAt: createdAt.toISOString() }));
}
