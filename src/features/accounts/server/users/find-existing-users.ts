import { inArray } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { users } from '../table.ts';

/** The ids that belong to existing users. */
export async function findExistingUsers(
  { orm }: Pick<Database, 'orm'>,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await orm
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Set(rows.map(({ id }) => id));
}
