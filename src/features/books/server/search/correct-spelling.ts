import { sql } from 'drizzle-orm';
import {
  databaseErrorCode,
  type ReadableDatabase,
  type Transaction,
} from '#platform/server/database/database.ts';
import { closestTerms, maxTypingErrors, type TermCandidate } from '../../search-words.ts';
import { type Corrections, unlimitedCorrections } from './correction-slots.ts';

/**
 * A word of the search and the terms that it may be a misspelling of, without accents and punctuation. `stems`:
 * of the word in the languages of the market, as listings store them; absent without one.
 */
export type SearchWord = { terms: string[]; prefix: boolean; stems?: string[] };

/** Finding a correction is the most expensive part of a search. */
const MAX_CORRECTED_WORDS = 3;

/** The time for all words of a search: a search without corrections is better than a slow one. */
const CORRECTION_TIMEOUT_MS = 100;

/** PostgreSQL's code of a statement that ran into its timeout. */
const QUERY_CANCELED = '57014';

/** Corrects words that are no term. The word itself stays in the query, since its term may be new. */
export async function correctSpelling(
  database: ReadableDatabase,
  words: string[],
  { run, onSkipped }: Corrections = unlimitedCorrections,
): Promise<SearchWord[]> {
  if (words.length === 0) return [];
  const { rows } = await database.pool.query<{ word: string; known: boolean; stems: string[] }>({
    name: 'known-search-words',
    // A letter may expand to several words ('½') or to none. The last word may be the beginning of a term.
    text: `SELECT w.word, EXISTS (
        SELECT 1 FROM search_terms t WHERE t.term >= w.word COLLATE "C"
          AND t.term < (w.word || CASE WHEN w.is_last THEN chr(1114111) ELSE chr(1) END) COLLATE "C"
      ) AS known, CASE WHEN (SELECT EXISTS (SELECT FROM search_languages)) THEN search_stems(w.word) ELSE '{}' END AS stems
      FROM (
        SELECT word, position, position = max(position) OVER () AS is_last FROM unnest($1::text[]) WITH ORDINALITY AS given(text, position),
          regexp_split_to_table(search_text_2(given.text), '\\s+') AS word
        WHERE word <> ''
      ) w ORDER BY w.position LIMIT 20`,
    values: [words],
  });
  const misspelt = rows.filter(({ word, known }) => !known && maxTypingErrors(word) > 0);
  const unknown = [...new Set(misspelt.map(({ word }) => word))].slice(0, MAX_CORRECTED_WORDS);
  const lastWord = rows.at(-1)?.word;
  const found =
    unknown.length === 0 ? [] : ((await run(() => findCorrections(database, unknown, lastWord))) ?? []);
  const corrections = new Map(found);
  if (corrections.size < unknown.length) onSkipped();
  return rows.map(({ word, stems }, index) => ({
    terms: [word, ...(corrections.get(word) ?? [])],
    prefix: index === rows.length - 1,
    ...(stems.length > 0 && { stems }),
  }));
}

/** The corrections found in time, by word. `lastWord` may be the beginning of a term. */
async function findCorrections(
  database: ReadableDatabase,
  words: string[],
  lastWord: string | undefined,
): Promise<[word: string, terms: string[]][]> {
  const corrections: [string, string[]][] = [];
  const deadline = performance.now() + CORRECTION_TIMEOUT_MS;
  try {
    await database.transaction(async (tx) => {
      for (const word of words) {
        const prefix = word === lastWord;
        await limitNextStatement(tx, deadline);
        const near = closestTerms(word, await findNearTerms(tx, word, prefix), prefix);
        if (near.length === 0) await limitNextStatement(tx, deadline);
        const terms = near.length > 0 ? near : closestTerms(word, await findSimilarTerms(tx, word), prefix);
        corrections.push([word, terms]);
      }
    });
  } catch (error) {
    if (!(error instanceof OutOfTimeError) && databaseErrorCode(error) !== QUERY_CANCELED) throw error;
  }
  return corrections;
}

class OutOfTimeError extends Error {
  override name = 'OutOfTimeError';
}

/** PostgreSQL limits each statement; together they have as long as is left. */
async function limitNextStatement(tx: Transaction, deadline: number): Promise<void> {
  const leftMs = Math.floor(deadline - performance.now());
  // Zero would mean no limit.
  if (leftMs < 1) throw new OutOfTimeError();
  await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${leftMs}`));
}

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
async function findNearTerms(tx: Transaction, word: string, prefix: boolean): Promise<TermCandidate[]> {
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
async function findSimilarTerms(tx: Transaction, word: string): Promise<TermCandidate[]> {
  const { rows } = await tx.execute<TermRow>(sql`SELECT term, ndoc FROM similar_terms(${word})`);
  return rows;
}
