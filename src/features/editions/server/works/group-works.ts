import { lt, type SQL, sql } from 'drizzle-orm';
import { books } from '#features/books/server/table.ts';
import { recognizeListings } from '#features/books/server/public.ts';
import type { Transaction } from '#platform/server/database/database.ts';
import type { ServerContext } from '#platform/server/server-context.ts';
import { MINUTE_MS } from '#platform/shared/durations.ts';
import { RECOGNITION_VERSION } from '../recognition/recognize-work.ts';
import { fetchedEditions, workEditions } from '../table.ts';
import { bookWorks } from './book-works.ts';
import { assignTogether } from './register-isbns.ts';
import { recognizeEdition } from './work-keys.ts';

/** Rows of one transaction: a listing that it locks waits for some hundredths of a second. */
const STEP_SIZE = 200;
/** The job runs again after a minute: a step that fails loses no others. */
const MAX_RUN_MS = 0.9 * MINUTE_MS;

const oldFetched = sql`title IS NOT NULL AND (recognition_version IS NULL OR recognition_version < ${RECOGNITION_VERSION})`;

/** Selects a row if an older version of the rules, or none, has read something. */
export const selectWorksToGroup = (): SQL => sql`SELECT FROM (
    (SELECT FROM ${books} WHERE isbn IS NOT NULL AND deleted_at IS NULL
      AND (recognition_version IS NULL OR recognition_version < ${RECOGNITION_VERSION}) LIMIT 1)
    UNION ALL (SELECT FROM ${workEditions} WHERE recognition_version < ${RECOGNITION_VERSION} LIMIT 1)
    UNION ALL (SELECT FROM ${fetchedEditions} WHERE ${oldFetched} LIMIT 1)) due LIMIT 1`;

/** Groups what a version before has written, in small steps while the product serves. */
export async function groupWorks(
  { database, clock }: Pick<ServerContext, 'database' | 'clock'>,
  stepSize = STEP_SIZE,
): Promise<void> {
  const begun = performance.now();
  const now = clock.now();
  for (const step of [readFetched, readListings, readEditions]) {
    for (let count = stepSize; count > 0;) {
      if (performance.now() - begun > MAX_RUN_MS) return;
      const isbns = await database.transaction((tx) => step(tx, stepSize));
      // Responses of libraries get no rows here: what is listed or wanted follows with its own.
      if (step !== readFetched)
        await database.transaction((tx) => assignTogether(tx, [...new Set(isbns)], now));
      count = isbns.length;
    }
  }
}

async function readFetched(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx
    .select()
    .from(fetchedEditions)
    .where(oldFetched)
    .limit(limit)
    .for('no key update', { skipLocked: true });
  for (const { isbn, source, title, author, edition } of rows)
    await tx
      .update(fetchedEditions)
      .set(recognizeEdition({ title: title!, author, edition }))
      .where(sql`isbn = ${isbn} AND source = ${source}`);
  return rows.map(({ isbn }) => isbn);
}

const readListings = (tx: Transaction, limit: number): Promise<string[]> =>
  recognizeListings(tx, bookWorks, { version: RECOGNITION_VERSION, limit });

async function readEditions(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx
    .select({ isbn: workEditions.isbn })
    .from(workEditions)
    .where(lt(workEditions.recognitionVersion, RECOGNITION_VERSION))
    .limit(limit);
  return rows.map(({ isbn }) => isbn);
}
