import type { ClientBase } from 'pg';
import type { Baseline } from './migration-files.ts';

export type AppliedMigration = { createdAt: number; hash: string };

/** The message is for the operator. */
export class EarlierMigrationsError extends Error {
  override readonly name = 'EarlierMigrationsError';

  constructor(subject: 'database' | 'backup', version: string) {
    super(
      `This ${subject} lacks migrations of BookSwap ${version}. Upgrade it to ${version} first, and then to this version: ` +
        'docs/operations.md describes how. Nothing was changed.',
    );
  }
}

export async function hasJournal(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS it`);
  return rows[0].it;
}

/** The applied migrations in order, as `replaceByBaseline` counts them. Throws EarlierMigrationsError. */
export async function listAppliedMigrations(
  client: Pick<ClientBase, 'query'>,
  baseline: Baseline | null,
): Promise<AppliedMigration[]> {
  if (!(await hasJournal(client))) return [];
  const { rows } = await client.query<AppliedMigration>(
    'SELECT created_at AS "createdAt", hash FROM drizzle.__drizzle_migrations ORDER BY created_at',
  );
  return replaceByBaseline(rows, baseline, 'database');
}

/**
 * Puts the baseline in place of the migrations that it replaces. Their rows stay in the database, so
 * that the earlier version can continue with it. Throws EarlierMigrationsError if the last one is missing.
 */
export function replaceByBaseline(
  applied: AppliedMigration[],
  baseline: Baseline | null,
  subject: 'database' | 'backup',
): AppliedMigration[] {
  if (baseline === null) return applied;
  const { migrations, version, hash } = baseline;
  const last = migrations.at(-1)!.createdAt;
  const earlier = applied.filter(({ createdAt }) => createdAt <= last);
  if (earlier.some((one) => one.hash === hash))
    return [
      ...migrations.map(({ createdAt, hash: own }) => ({ createdAt, hash: own })),
      ...applied.filter(({ createdAt }) => createdAt > last),
    ];
  // Fewer than all of the baseline: its first start was interrupted.
  const own = new Set(migrations.map(({ createdAt }) => createdAt));
  if (earlier.some(({ createdAt }) => !own.has(createdAt)))
    throw new EarlierMigrationsError(subject, version);
  return applied;
}
