import type { Database } from '#platform/server/database/database.ts';
import {
  EarlierMigrationsError,
  listAppliedMigrations,
} from '#platform/server/database/migrations/applied-migrations.ts';
import { readBaseline, readMigrations } from '#platform/server/database/migrations/migration-files.ts';
import { MIGRATIONS } from '../product-version.ts';
import { failed, type Finding, ok, warning } from './finding.ts';

/** What a statement of a migration does with an index: the words, the name, and the new name. */
const INDEX_STATEMENT =
  /\b(CREATE|DROP|ALTER)\s+(?:UNIQUE\s+)?INDEX\s+(?:CONCURRENTLY\s+)?(?:IF\s+(?:NOT\s+)?EXISTS\s+)?(?:"?public"?\.)?"?(\w+)"?(?:\s+RENAME\s+TO\s+"?(\w+)"?)?/gi;

/** Whether the tables are those of this version, and have their indexes. The database has its journal. */
export async function checkSchema(pool: Database['pool']): Promise<Finding[]> {
  const migrations = await readMigrations(MIGRATIONS);
  const state = await migrationFinding(
    pool,
    migrations.map(({ createdAt }) => createdAt),
  ).catch(toFinding);
  if (state.status !== 'ok') return [state];
  return [state, await indexFinding(pool, toIndexes(migrations.flatMap(({ statements }) => statements)))];
}

async function migrationFinding(pool: Database['pool'], ours: number[]): Promise<Finding> {
  const check = 'migrations';
  const found = await listAppliedMigrations(pool, await readBaseline(MIGRATIONS));
  const applied = new Set(found.map(({ createdAt }) => createdAt));
  const pending = ours.filter((one) => !applied.has(one)).length;
  const unknown = applied.size - (ours.length - pending);
  if (unknown > 0)
    return warning(
      check,
      `The database is of a newer version (${unknown} unknown migrations).`,
      'Run that version.',
    );
  if (pending > 0)
    return failed(check, `${pending} migrations are pending.`, 'Restart the product: they run at its start.');
  return ok(check, `All ${ours.length} are applied.`);
}

function toFinding(error: unknown): Finding {
  if (!(error instanceof EarlierMigrationsError)) throw error;
  return failed('migrations', error.message, 'Run the version that it names.');
}

/** The statements that create the indexes which the migrations leave, by the name of the index. */
function toIndexes(statements: readonly string[]): ReadonlyMap<string, string> {
  const indexes = new Map<string, string>();
  for (const statement of statements)
    for (const [, verb, name, newName] of statement.matchAll(INDEX_STATEMENT)) {
      const created = indexes.get(name!);
      if (verb!.toUpperCase() === 'CREATE') indexes.set(name!, statement);
      else indexes.delete(name!);
      if (newName !== undefined) indexes.set(newName, created ?? statement);
    }
  return indexes;
}

/** A migration that was interrupted, or an operator, may have left an index out, or an invalid one. */
async function indexFinding(pool: Database['pool'], expected: ReadonlyMap<string, string>): Promise<Finding> {
  const check = 'indexes';
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) AS expected (name) WHERE NOT EXISTS (
       SELECT FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
       WHERE relname = name AND relnamespace = 'public'::regnamespace AND indisvalid)
     ORDER BY name`,
    [[...expected.keys()]],
  );
  const missing = rows.map(({ name }) => name);
  if (missing.length === 0) return ok(check, `All ${expected.size} are there.`);
  return failed(
    check,
    `Missing or invalid: ${missing.join(', ')}. Searches and lists are slow without them.`,
    'Drop what is invalid and create it again (CREATE INDEX CONCURRENTLY) with the statement of db/migrations.',
  );
}
