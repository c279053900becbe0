import pg, { type Client, type PoolClient } from 'pg';
import type { BackupManifest } from './archive-format.ts';

export type CatalogTable = { name: string; columns: string[] };

const OWN_TABLES = `
  FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')`;

/** The product's tables, without their generated columns. The jobs are not among them. */
export async function listTables(client: PoolClient): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(
    `SELECT c.relname::text AS name, ARRAY(
       SELECT a.attname::text FROM pg_attribute a
       WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attname
     ) AS columns ${OWN_TABLES} ORDER BY c.relname`,
  );
  return rows;
}

export async function listSequences(client: PoolClient): Promise<BackupManifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' ORDER BY relname`,
  );
  const sequences: BackupManifest['sequences'] = [];
  for (const { name } of rows) {
    const found = await client.query<{ value: string; called: boolean }>(
      `SELECT last_value::text AS value, is_called AS called FROM ${pg.escapeIdentifier(name)}`,
    );
    const { value, called } = found.rows[0]!;
    sequences.push({ name, lastValue: value, isCalled: called });
  }
  return sequences;
}

/** `source`: a table's name, quoted, or a query with an alias. */
export async function countRows(client: Client | PoolClient, source: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(`SELECT count(*) AS n FROM ${source}`);
  return rows[0]!.n;
}

export async function tableExists(client: Client | PoolClient, name: string): Promise<boolean> {
  const { rows } = await client.query<{ it: boolean }>('SELECT to_regclass($1) IS NOT NULL AS it', [name]);
  return rows[0]!.it;
}

export async function readServerMajor(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ major: number }>(
    "SELECT current_setting('server_version_num')::int / 10000 AS major",
  );
  return rows[0]!.major;
}

/** 'users ("id", "name")', for COPY. */
export const copyTarget = ({ name, columns }: CatalogTable): string =>
  `${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')})`;

/** The same text on every server. */
export async function setPortableFormats(client: Client | PoolClient): Promise<void> {
  await client.query(
    `SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL intervalstyle = 'postgres'; SET LOCAL extra_float_digits = 3;
     SET LOCAL bytea_output = 'hex'; SET LOCAL timezone = 'UTC'; SET LOCAL client_encoding = 'UTF8'`,
  );
}
