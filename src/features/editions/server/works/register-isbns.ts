import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { workEditions } from '../table.ts';
import { assignWorks } from './assign-works.ts';

/** The ISBNs that get their works at once; those of a longer file wait for the job. */
const MAX_ASSIGNED_AT_ONCE = 500;

/** Gives new ISBNs of reading lists and wanted entries their works. */
export async function registerIsbns(tx: Transaction, isbns: readonly string[], now: Date): Promise<void> {
  const given = [...new Set(isbns)].toSorted();
  if (given.length === 0) return;
  // The version 0 is older than all rules: the job reads what is left.
  const { rows } = await tx.execute<{ isbn: string }>(sql`INSERT INTO ${workEditions}
      (isbn, work_id, recognition_version, updated_at)
    SELECT isbn, '0:' || isbn, 0, ${now} FROM jsonb_array_elements_text(${JSON.stringify(given)}::jsonb) AS given(isbn)
    ON CONFLICT (isbn) DO NOTHING RETURNING isbn`);
  const added = rows.map(({ isbn }) => isbn).slice(0, MAX_ASSIGNED_AT_ONCE);
  await assignTogether(tx, added, now);
}

/** The rounds in which ISBNs that are given together find each other. */
const MAX_ROUNDS = 5;

/** Gives these ISBNs their works, also where they share keys among themselves only. */
export async function assignTogether(tx: Transaction, isbns: readonly string[], now: Date): Promise<void> {
  let changed = isbns.length;
  for (let round = 0; round < MAX_ROUNDS && changed > 0; round++) {
    changed = await assignWorks(tx, isbns, now);
    if (isbns.length === 1) return;
  }
}
