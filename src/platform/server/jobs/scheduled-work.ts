import { type SQL, sql } from 'drizzle-orm';
import type { Logger } from '../http/create-http-server.ts';
import type { Database } from '../database/database.ts';
import { isUnavailable } from '../is-unavailable.ts';

export type ScheduledWork = {
  name: string;
  cron: string;
  work: () => Promise<void>;
  /** Selects what is due; without rows there is nothing to do. Missing: it runs each time. */
  due: ((now: Date) => SQL) | undefined;
};

/** `nextDue` of work that no time tells: now, if there is any. */
export const nowIfAny =
  (due: (now: Date) => SQL) =>
  (now: Date): SQL =>
    sql`SELECT ${now}::timestamptz WHERE EXISTS (${due(now)})`;

type DueContext = { database: Pick<Database, 'orm'>; log: Logger };

/** Those that have something to do, by one statement. */
export async function findDue<T extends ScheduledWork>(
  { database }: Pick<DueContext, 'database'>,
  entries: readonly T[],
  now: Date,
): Promise<readonly T[]> {
  const asks = entries.flatMap(({ name, due }) =>
    due === undefined ? [] : [sql`SELECT ${name}::text AS name WHERE EXISTS (${due(now)})`],
  );
  if (asks.length === 0) return entries;
  const { rows } = await database.orm.execute<{ name: string }>(sql.join(asks, sql` UNION ALL `));
  const names = new Set(rows.map(({ name }) => name));
  return entries.filter(({ name, due }) => due === undefined || names.has(name));
}

/** A statement that fails must not keep the other jobs from running. Rejects without the database. */
export async function findDueOrAll<T extends ScheduledWork>(
  context: DueContext,
  entries: readonly T[],
  now: Date,
): Promise<readonly T[]> {
  try {
    return await findDue(context, entries, now);
  } catch (error) {
    if (isUnavailable(error)) throw error;
    context.log.error({ err: error }, 'it could not be found out which scheduled jobs are due');
    return entries;
  }
}
