import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { inLockedTransaction } from '../../database/locked-transaction.ts';

/** Any number: two commands create the schema one after the other. */
const CONTROL_LOCK = 4_917_203_355_603;

const VERSIONS = `CREATE SCHEMA control;
  CREATE TABLE control.versions (name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL)`;

/** Whether this database has the directory of a deployment; without one, an installation is alone. */
export async function hasControlSchema(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_namespace WHERE nspname = 'control'`);
  return rowCount !== 0;
}

/** Applies the pending files of `folder` in one transaction, in the order of their names. Returns their names. */
export async function migrateControl(client: ClientBase, folder: string, now: Date): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
  return inLockedTransaction(client, CONTROL_LOCK, async () => {
    // Asked before, because the statement needs the right to create one also where it does nothing.
    if (!(await hasControlSchema(client))) await client.query(VERSIONS);
    const applied: string[] = [];
    for (const file of files) if (await apply(client, file, now)) applied.push(file.name);
    return applied;
  });
}

async function apply(
  client: ClientBase,
  { name, text, hash }: { name: string; text: string; hash: string },
  now: Date,
): Promise<boolean> {
  const { rows } = await client.query<{ hash: string }>('SELECT hash FROM control.versions WHERE name = $1', [
    name,
  ]);
  if (rows[0]?.hash === hash) return false;
  if (rows[0] !== undefined) throw new Error(`db/control/${name} was changed after it had been applied.`);
  await client.query(text);
  await client.query('INSERT INTO control.versions (name, hash, applied_at) VALUES ($1, $2, $3)', [
    name,
    hash,
    now,
  ]);
  return true;
}
