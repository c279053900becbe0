import { sql } from 'drizzle-orm';
import { sqlStringList } from '#platform/server/database/columns.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { AdminAction } from '../rules.ts';

type Orm = Pick<Database['orm'], 'execute'>;

/** Entries of these actions from `from` to before `until`. Null: from the first, to the last. */
type AuditRange = { actions: readonly AdminAction[]; from: Date | null; until: Date | null };

/** What entries of one action and the same details number, in one year (UTC). Details that are absent are null. */
export type AuditCount<Detail extends string> = { action: AdminAction; count: number; year: number } & Record<
  Detail,
  string | null
>;

/** SQL: by the index over action and time. */
const isInRange = ({ actions, from, until }: AuditRange) => sql`action IN (${sqlStringList(actions)})
  ${from === null ? sql`` : sql`AND at >= ${from}`} ${until === null ? sql`` : sql`AND at < ${until}`}`;

const YEAR = sql`extract(year FROM at AT TIME ZONE 'UTC')::int AS year`;

/** Counts the entries of a range by year and by their details. */
export async function countAuditEntries<const Detail extends string>(
  orm: Orm,
  range: AuditRange,
  details: readonly Detail[],
): Promise<AuditCount<Detail>[]> {
  const columns = details.map((name) => sql`details->>${sql.raw(`'${name}'`)} AS ${sql.identifier(name)}`);
  const numbers = sql.raw(['1', '2', ...details.map((_, index) => String(index + 3))].join(', '));
  const { rows } = await orm.execute(sql`
    SELECT action, ${YEAR}, ${sql.join(columns, sql`, `)}, count(*)::int AS count
    FROM audit_entries WHERE ${isInRange(range)} GROUP BY ${numbers}`);
  return rows as AuditCount<Detail>[];
}

/** Counts the values of a numeric detail in the entries of a range, by year (UTC). */
export async function countAuditDetail(
  orm: Orm,
  range: AuditRange,
  detail: string,
): Promise<{ year: number; value: number; count: number }[]> {
  const { rows } = await orm.execute<{ year: number; value: number; count: number }>(sql`
    SELECT ${YEAR}, (details->>${sql.raw(`'${detail}'`)})::float8 AS value, count(*)::int AS count
    FROM audit_entries WHERE ${isInRange(range)} AND details ? ${detail} GROUP BY 1, 2`);
  return rows;
}
