import { desc, eq } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { blocks } from './table.ts';

export type ExportedBlock = { userId: string; createdAt: string };

/** Whom a person has blocked, for the file of their own data. By whom they are blocked is not theirs to know. */
export async function exportBlocks({ orm }: Pick<Database, 'orm'>, userId: string): Promise<ExportedBlock[]> {
  const rows = await orm
    .select()
    .from(blocks)
    .where(eq(blocks.blockerId, userId))
    .orderBy(desc(blocks.createdAt));
  return rows.map(({ blockedId, createdAt }) => ({ userId: blockedId, createdAt: createdAt.toISOString() }));
}
