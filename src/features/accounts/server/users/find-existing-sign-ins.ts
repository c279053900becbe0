import { sql } from 'drizzle-orm';
import type { Database } from '#platform/server/database/database.ts';
import { identitySessions, users } from '../table.ts';

export async function findExistingSignIns(
  { orm }: Pick<Database, 'orm'>,
  userIds: readonly string[],
  sessionIds: readonly string[],
): Promise<{ users: Set<string>; sessions: Set<string> }> {
  const { rows } = await orm.execute<{ id: string; is_session: boolean }>(sql`
    SELECT ${users.id} AS id, false AS is_session FROM ${users} WHERE ${users.id} = ANY(${sql.param([...userIds])}::uuid[])
    UNION ALL
    SELECT ${identitySessions.id}, true FROM ${identitySessions} WHERE ${identitySessions.id} = ANY(${sql.param([...sessionIds])}::uuid[])`);
  const idsOf = (isSession: boolean) =>
    new Set(rows.flatMap((row) => (row.is_session === isSession ? row.id : [])));
  return { users: idsOf(false), sessions: idsOf(true) };
}
