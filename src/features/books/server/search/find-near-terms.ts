import { sql } from 'drizzle-orm';
import type { Transaction } from '#platform/server/database/database.ts';
import { maxTypingErrors, type TermCandidate } from '../../search-words.ts';

type TermRow = TermCandidate & Record<string, unknown>;

/** Terms that are compared with one word, to bound the work. */
const MAX_COMPARED_TERMS = 20_000;

/** Longer terms are addresses and the like. */
const MAX_TERM_LENGTH = 60;

const MAX_CANDIDATES = 60;

/**
 * Terms that begin with the first or second letter of the word and differ in few letters, the nearest
 * first. PostgreSQL counts a swap of neighbors as two edits, and a term is cut to the word's length, so the
 * query allows twice the errors.
 */
export async function findNearTerms(
  tx: Transaction,
  word: string,
  prefix: boolean,
): Promise<TermCandidate[]> {
  const letters = [...word];
  const errors = maxTypingErrors(word);
  const shortest = letters.length - errors;
  const longest = letters.length + errors;
  const { rows } = await tx.execute<TermRow>(sql`
    SELECT term, ndoc FROM (
      SELECT term, ndoc, levenshtein_less_equal(${word}, left(term, ${prefix ? letters.length : longest}), ${2 * errors}) AS distance
      FROM (
        SELECT term, ndoc FROM search_terms
        WHERE left(term, 1) IN (${letters[0]} COLLATE "C", ${letters[1]} COLLATE "C")
          AND length(term) BETWEEN ${shortest} AND ${prefix ? MAX_TERM_LENGTH : longest}
        LIMIT ${MAX_COMPARED_TERMS}) compared
    ) measured
    WHERE distance <= ${2 * errors} ORDER BY distance, ndoc DESC LIMIT ${MAX_CANDIDATES}`);
  return rows;
}

/** Terms that share trigrams with the word, also with another first letter, unlike `findNearTerms`. */
export async function findSimilarTerms(tx: Transaction, word: string): Promise<TermCandidate[]> {
  const { rows } = await tx.execute<TermRow>(sql`SELECT term, ndoc FROM similar_terms(${word})`);
  return rows;
}
