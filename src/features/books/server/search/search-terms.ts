import { sql } from 'drizzle-orm';
import { recordUsage, remainingBudget } from '#features/budgets/server/public.ts';
import type { Database, Transaction } from '#platform/server/database/database.ts';
import { books } from '../table.ts';

/**
 * If at the last count more listings had the term, its deletion is left to the nightly count: checking it
 * here would read all of them.
 */
const MAX_CHECKED_COUNT = 50;

/** Of many listings at once, further terms are left to the nightly count. */
const MAX_CHECKED_TERMS = 5_000;

/** More would let many accounts fill the terms at night instead. Words of the most listings come first. */
const MAX_LEARNED_AT_NIGHT = 5_000;

/**
 * Adds the words of an active listing as terms, in one order, so that writers never deadlock; new ones only
 * within the seller's budget of the day. Deletes those of its `former` words (a tsvector) that no active
 * listing contains.
 */
export async function updateSearchTerms(
  tx: Transaction,
  { bookId, sellerId, now, former }: { bookId: string; sellerId: string; now: Date; former?: string },
): Promise<void> {
  const budget = { userId: sellerId, kind: 'searchWords', now } as const;
  const { rowCount } = await tx.execute(sql`INSERT INTO search_terms (term, ndoc)
    SELECT lexeme, 1 FROM ${books} b, unnest(b.search)
    WHERE b.id = ${bookId} AND b.is_active AND lexeme !~ '^[0-9]{5,}$'
      AND NOT EXISTS (SELECT FROM search_terms t WHERE t.term = lexeme COLLATE "C")
    ORDER BY lexeme COLLATE "C" LIMIT ${await remainingBudget(tx, budget)} ON CONFLICT (term) DO NOTHING`);
  if (rowCount) await recordUsage(tx, budget, rowCount);
  if (former !== undefined) await deleteUnusedTerms(tx, [former]);
}

/** Deletes the terms among the words of these listings (tsvectors) that no active listing contains. */
export async function deleteUnusedTerms(tx: Transaction, former: readonly string[]): Promise<void> {
  await tx.execute(sql`WITH due AS (
      SELECT t.term FROM search_terms t WHERE t.ndoc <= ${MAX_CHECKED_COUNT} AND t.term IN (
        SELECT word.lexeme COLLATE "C" FROM unnest(${sql.param(former)}::text[]) given, unnest(given::tsvector) word)
      ORDER BY t.ndoc, t.term LIMIT ${MAX_CHECKED_TERMS})
    DELETE FROM search_terms t USING due WHERE t.term = due.term AND NOT EXISTS (
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
      SELECT word, ndoc FROM ts_stat('SELECT search FROM books WHERE is_active') WHERE word !~ '^[0-9]{5,}$'),
    gone AS (DELETE FROM search_terms t WHERE NOT EXISTS (SELECT 1 FROM counted c WHERE c.word = t.term)),
    too_many AS (
      SELECT word FROM counted c WHERE NOT EXISTS (SELECT 1 FROM search_terms t WHERE t.term = c.word)
      ORDER BY ndoc DESC, word COLLATE "C" OFFSET ${MAX_LEARNED_AT_NIGHT})
    INSERT INTO search_terms (term, ndoc)
    SELECT word, ndoc FROM counted WHERE word NOT IN (SELECT word FROM too_many) ORDER BY word COLLATE "C"
    ON CONFLICT (term) DO UPDATE SET ndoc = excluded.ndoc WHERE search_terms.ndoc <> excluded.ndoc`);
  });
}
