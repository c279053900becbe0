import { sql } from 'drizzle-orm';
import { sqlStringList } from '#platform/server/database/columns.ts';
import type { Database } from '#platform/server/database/database.ts';
import type { AdminAction } from '../rules.ts';

type Orm = Pick<Database['orm'], 'execute'>;

/** What entries of one action and the same details number, in one year (UTC). Details that are absent are null. */
export type AuditCount<Detail extends string> = { action: AdminAction; count: number; year: number } & Record<
  Detail,
  string | null
>;

/** Counts the entries of these actions by year and by their details, over the whole log. */
export async function countAuditEntries<const Detail extends string>(
  orm: Orm,
  actions: readonly AdminAction[],
  details: readonly Detail[],
): Promise<AuditCount<Detail>[]> {
  const columns = details.map((name) => sql`details->>${sql.raw(`'${name}'`)} AS ${sql.identifier(name)}`);
  const numbers = sql.raw(['1', '2', ...details.map((_, index) => String(index + 3))].join(', '));
  const { rows } = await orm.execute(sql`
    SELECT action, extract(year FROM at AT TIME ZONE 'UTC')::int AS year, ${sql.join(columns, sql`, `)},
      count(*)::int AS count
    FROM audit_entries WHERE action IN (${sqlStringList(actions)}) GROUP BY ${numbers}`);
  return rows as AuditCount<Detail>[];
}

/** The median of a detail that is a number, over entries of these actions from `from` to before `until`. */
export async function medianOfAuditDetail(
  orm: Orm,
  {
    actions,
    detail,
    from,
    until,
  }: { actions: readonly AdminAction[]; detail: string; from: Date; until: Date },
): Promise<{ count: number; median: number | null }> {
  const { rows } = await orm.execute<{ count: number; median: number | null }>(sql`
    SELECT count(hours)::int AS count, percentile_cont(0.5) WITHIN GROUP (ORDER BY hours) AS median
    FROM (SELECT (details->>${detail}::text)::float8 AS hours FROM audit_entries
      WHERE action IN (${sqlStringList(actions)}) AND at >= ${from} AND at < ${until}) entries`);
  return rows[0]!;
}
