import { sql } from 'drizzle-orm';
import { recordUsage, remainingBudget } from '#features/accounts/server/budgets/public.ts';
import type { Database, Transaction, Orm } from '#platform/server/database/database.ts';
import { books } from '../table.ts';

/** A term of more listings than this is not checked: that would read all of them. */
const MAX_CHECKED_COUNT = 50;

/** Terms of more listings are not counted down: all who end listings would wait for the row. */
const MAX_COUNTED_DOWN = 1_000;

/** The most terms that are checked at once; the nightly count checks the others. */
const MAX_CHECKED_TERMS = 5_000;

/** More would let many accounts fill the terms at night instead. Words of the most listings come first. */
const MAX_LEARNED_AT_NIGHT = 5_000;

/**
 * Adds the words of an active listing as terms, in one order, so that writers never deadlock; new ones only
 * within the seller's budget of the day. Deletes those of the words that it had as an active listing
 * (`former`, a tsvector) and has no longer, unless another one contains them.
 */
export async function updateSearchTerms(
  tx: Transaction,
  { bookId, sellerId, now, former }: { bookId: string; sellerId: string; now: Date; former?: string },
): Promise<void> {
  const budget = { userId: sellerId, kind: 'searchWords', now } as const;
  const { rowCount } = await tx.execute(sql`INSERT INTO search_terms (term, ndoc)
    SELECT lexeme, 1 FROM ${books} b, unnest(ts_filter(b.search, '{a,b,c,d}'))
    WHERE b.id = ${bookId} AND b.is_active AND lexeme !~ '^[0-9]{5,}$'
      AND NOT EXISTS (SELECT FROM search_terms t WHERE t.term = lexeme COLLATE "C")
    ORDER BY lexeme COLLATE "C" LIMIT ${await remainingBudget(tx, budget)} ON CONFLICT (term) DO NOTHING`);
  if (rowCount) await recordUsage(tx, budget, rowCount);
  if (former === undefined) return;
  const { rows } = await tx.execute<{ gone: string }>(sql`SELECT
    ts_delete(${former}::tsvector, tsvector_to_array(b.search))::text AS gone
    FROM ${books} b WHERE b.id = ${bookId}`);
  if (rows[0]?.gone) await deleteUnusedTerms(tx, [rows[0].gone]);
}

/**
 * Counts the words of listings that are active again, as they were counted before: within no budget. `deleteUnusedTerms`
 * has taken them off.
 */
export async function returnSearchTerms(tx: Transaction, bookIds: readonly string[]): Promise<void> {
  await tx.execute(sql`INSERT INTO search_terms AS t (term, ndoc)
    SELECT lexeme COLLATE "C", count(*)::int FROM ${books} b, unnest(ts_filter(b.search, '{a,b,c,d}'))
    WHERE b.id = ANY(${sql.param(bookIds)}::uuid[]) AND b.is_active AND lexeme !~ '^[0-9]{5,}$'
    GROUP BY 1 ORDER BY 1
    ON CONFLICT (term) DO UPDATE SET ndoc = t.ndoc + excluded.ndoc WHERE t.ndoc < ${MAX_COUNTED_DOWN}`);
}

/**
 * Takes these listings (tsvectors of their words) off the counts of their terms, but for common ones, and
 * deletes the terms that no active listing contains. It locks them in one order, so that two calls never
 * deadlock, and before it checks them: of two transactions that end the last two listings of a term, the
 * second one deletes it.
 */
export async function deleteUnusedTerms(tx: Transaction, former: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ term: string; ndoc: number }>(sql`UPDATE search_terms t
    SET ndoc = greatest(0, t.ndoc - locked.listings)
    FROM (SELECT term, listings FROM search_terms JOIN (
        SELECT lexeme COLLATE "C" AS term, count(*)::int AS listings
        FROM unnest(${sql.param(former)}::text[]) given, unnest(given::tsvector) GROUP BY 1) word USING (term)
      WHERE ndoc <= ${MAX_COUNTED_DOWN} ORDER BY term FOR UPDATE OF search_terms) locked
    WHERE t.term = locked.term RETURNING t.term, t.ndoc`);
  const due = rows
    .filter(({ ndoc }) => ndoc <= MAX_CHECKED_COUNT)
    .toSorted((one, other) => one.ndoc - other.ndoc)
    .slice(0, MAX_CHECKED_TERMS);
  if (due.length === 0) return;
  await tx.execute(sql`DELETE FROM search_terms t
    WHERE t.term = ANY(${sql.param(due.map(({ term }) => term))}::text[] COLLATE "C") AND NOT EXISTS (
      SELECT 1 FROM ${books} b WHERE b.is_active AND b.search @@ quote_literal(t.term)::tsquery)`);
}

/**
 * Counts how many listings contain each term, which decides between corrections that are equally near.
 * Reads every listing, so it runs at night. Learns words that were beyond a budget, and deletes terms that no
 * active listing contains.
 */
export async function recountSearchTerms(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL statement_timeout = 0`);
    await tx.execute(sql`WITH counted AS MATERIALIZED (
      SELECT word, ndoc FROM ts_stat('SELECT search FROM books WHERE is_active', 'abcd') WHERE word !~ '^[0-9]{5,}$'),
    gone AS (DELETE FROM search_terms t WHERE NOT EXISTS (SELECT 1 FROM counted c WHERE c.word = t.term)),
    too_many AS (
      SELECT word FROM counted c WHERE NOT EXISTS (SELECT 1 FROM search_terms t WHERE t.term = c.word)
      ORDER BY ndoc DESC, word COLLATE "C" OFFSET ${MAX_LEARNED_AT_NIGHT})
    INSERT INTO search_terms (term, ndoc)
    SELECT word, ndoc FROM counted WHERE word NOT IN (SELECT word FROM too_many) ORDER BY word COLLATE "C"
    ON CONFLICT (term) DO UPDATE SET ndoc = excluded.ndoc WHERE search_terms.ndoc <> excluded.ndoc`);
  });
}

type RankedWord = { word: string; listings: number };

/** The words of a text as listings store them, in their order, with how many listings have each. */
export async function readSearchWords(orm: Orm | Transaction, text: string): Promise<RankedWord[]> {
  const { rows } = await orm.execute<RankedWord>(sql`SELECT w.lexeme AS word, coalesce(t.ndoc, 0) AS listings
    FROM unnest(to_tsvector('simple', search_text_2(${text}))) w
      LEFT JOIN search_terms t ON t.term = w.lexeme COLLATE "C"
    ORDER BY w.positions[array_upper(w.positions, 1)]`);
  return rows;
}
