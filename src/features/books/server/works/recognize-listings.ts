import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import type { BookWorks } from './book-works.ts';
import { books } from '../table.ts';

type Unread = { id: string; isbn: string; title: string; author: string };

/** Listings with an ISBN that these rules have not read, by their index. */
const unrecognizedSql = (version: number) => sql`isbn IS NOT NULL AND deleted_at IS NULL
  AND (recognition_version IS NULL OR recognition_version < ${version})`;

/** Reads some listings of before. Returns their ISBNs; none: all are read. */
export async function recognizeListings(
  tx: Transaction,
  works: Pick<BookWorks, 'recognize'>,
  { version, limit }: { version: number; limit: number },
): Promise<string[]> {
  const { rows } = await tx.execute<Unread>(sql`SELECT id, isbn, title, author FROM ${books}
    WHERE ${unrecognizedSql(version)} LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED`);
  if (rows.length === 0) return [];
  const read = rows.map(({ id, ...book }) => ({ id, ...works.recognize(book) }));
  await tx.execute(sql`UPDATE ${books} b SET work_keys = x."workKeys", edition_number = x."editionNumber",
      recognition_version = x."recognitionVersion"
    FROM jsonb_to_recordset(${JSON.stringify(read)}::jsonb)
      AS x(id uuid, "workKeys" text[], "editionNumber" smallint, "recognitionVersion" smallint)
    WHERE b.id = x.id`);
  return rows.map(({ isbn }) => isbn);
}
