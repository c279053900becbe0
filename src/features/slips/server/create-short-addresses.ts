import { randomInt } from 'node:crypto';
import type { Database } from '#platform/server/database/database.ts';
import { isShownSql } from '#features/books/server/public.ts';
import { CODE_ALPHABET, CODE_LENGTH } from '../rules.ts';

/** Three billion codes: a second attempt is rare, a fourth one means that something else is wrong. */
const MAX_ATTEMPTS = 4;

const newCode = (): string =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

/**
 * The codes of listings, by id; those that have none get one. A listing that is deleted or hidden meanwhile has none. Only the
 * first call writes: later ones are one statement that reads.
 */
export async function createShortAddresses(
  database: Database,
  bookIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const codes = new Map<string, string>();
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const missing = bookIds.filter((id) => !codes.has(id));
    if (missing.length === 0) break;
    for (const row of await findCodes(database, missing)) codes.set(row.bookId, row.code);
    const without = missing.filter((id) => !codes.has(id));
    if (without.length === 0) break;
    for (const row of await insertCodes(database, without, now)) codes.set(row.bookId, row.code);
  }
  return codes;
}

type CodeRow = { bookId: string; code: string };

async function findCodes({ pool }: Database, bookIds: readonly string[]): Promise<CodeRow[]> {
  const { rows } = await pool.query<CodeRow>({
    name: 'find-short-addresses',
    text: `SELECT book_id AS "bookId", code FROM short_addresses WHERE book_id = ANY($1::uuid[])`,
    values: [bookIds],
  });
  return rows;
}

/** Without those whose code is taken, or that another request writes now. */
async function insertCodes({ pool }: Database, bookIds: readonly string[], now: Date): Promise<CodeRow[]> {
  const { rows } = await pool.query<CodeRow>({
    name: 'insert-short-addresses',
    text: `INSERT INTO short_addresses (code, book_id, isbn, created_at)
      SELECT new.code, b.id, b.isbn, $3 FROM unnest($1::uuid[], $2::text[]) AS new(id, code)
      JOIN books b ON b.id = new.id AND ${isShownSql('b')} ORDER BY b.id
      ON CONFLICT DO NOTHING RETURNING book_id AS "bookId", code`,
    values: [bookIds, bookIds.map(newCode), now],
  });
  return rows;
}
