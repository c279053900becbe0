/** What a market has in its database, and whether an answer of another market shows any of it. */
import type { Database } from '#platform/server/database/database.ts';

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const uuidsIn = (text: string): string[] => text.toLowerCase().match(UUID) ?? [];

async function listTables({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** The market's own jobs empty them meanwhile. */
const QUEUES = new Set(['queued_emails', 'job_outbox', 'shared_listing_outbox']);

/** A checksum of the rows of each table. */
export async function checksums(database: Database): Promise<Record<string, string>> {
  const tables = (await listTables(database)).filter((table) => !QUEUES.has(table));
  const parts = tables.map(
    (table) =>
      `SELECT '${table}' AS name, md5(coalesce(string_agg(row::text, '|' ORDER BY row::text), '')) AS sum FROM ${table} row`,
  );
  const { rows } = await database.pool.query<{ name: string; sum: string }>(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/** Every id in every row. */
export async function listIds(database: Database): Promise<Set<string>> {
  const parts = (await listTables(database)).map((table) => `SELECT row::text AS text FROM ${table} row`);
  const { rows } = await database.pool.query<{ text: string }>(parts.join(' UNION ALL '));
  return new Set(rows.flatMap(({ text }) => uuidsIn(text)));
}

export type Secrets = {
  /** In lower case. */
  words: readonly string[];
  ids: ReadonlySet<string>;
};

/** What a text shows of them, except for what was sent. */
export function findLeaks(text: string, { words, ids }: Secrets, sent = ''): string[] {
  const lower = text.toLowerCase();
  const known = new Set(uuidsIn(sent));
  return [
    ...words.filter((word) => lower.includes(word) && !sent.toLowerCase().includes(word)),
    ...uuidsIn(lower).filter((id) => ids.has(id) && !known.has(id)),
  ];
}
