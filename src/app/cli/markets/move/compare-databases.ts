import pg, { type Client } from 'pg';
import { MarketError } from '../market-error.ts';
import { inSource, inTarget, type MovePlan } from './move-plan.ts';

/** Of larger tables only the rows are counted: the market is paused meanwhile. */
const MAX_COMPARED_BYTES = 32 * 1024 * 1024;

/** The tables of the market whose rows count: those of events of seconds ago are unlogged. */
export async function listMovedTables(session: Client): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class c
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY relname`,
  );
  return rows.map(({ name }) => name);
}

/** Throws MarketError if a table of the target differs from that of the source. */
export async function compareDatabases(plan: MovePlan): Promise<void> {
  const { tables, small } = await inSource(plan, async (session) => ({
    tables: await listMovedTables(session),
    small: await listSmall(session),
  }));
  const [source, target] = await Promise.all([
    inSource(plan, (session) => summarize(session, tables, small)),
    inTarget(plan, (session) => summarize(session, tables, small)),
  ]);
  const different = tables.filter((name) => source.get(name) !== target.get(name));
  if (different.length > 0)
    throw new MarketError(`The copy differs from its source: ${different.join(', ')}.`);
}

async function listSmall(session: Client): Promise<ReadonlySet<string>> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_table_size(oid) <= $1`,
    [MAX_COMPARED_BYTES],
  );
  return new Set(rows.map(({ name }) => name));
}

async function summarize(
  session: Client,
  tables: readonly string[],
  small: ReadonlySet<string>,
): Promise<Map<string, string>> {
  await session.query(
    `SET timezone = 'UTC'; SET datestyle = 'ISO, MDY'; SET intervalstyle = 'postgres'; SET extra_float_digits = 1; SET bytea_output = 'hex'`,
  );
  const found = new Map<string, string>();
  for (const name of tables) {
    const sum = small.has(name) ? 'sum(hashtextextended(t::text, 0))' : 'NULL';
    const { rows } = await session.query<{ it: string }>(
      `SELECT concat(count(*), ' ', ${sum}) AS it FROM ${pg.escapeIdentifier(name)} t`,
    );
    found.set(name, rows[0]!.it);
  }
  return found;
}
