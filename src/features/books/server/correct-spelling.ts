import type { Database } from '#platform/server/database/database.ts';
import { closestTerms, mayBeMisspelt, type TermCandidate } from '../search-rules.ts';

/** What a word of the search stands for: itself, or the terms it was a misspelling of. Without accents and punctuation. */
export type SearchWord = { terms: string[]; prefix: boolean };

/** Looking for a correction is the dearest part of a search; nobody misspells a fourth word. */
const MAX_CORRECTED_WORDS = 3;

/** Only a word that no term starts with is taken for a misspelling; one without a near term stays as it is. */
export async function correctSpelling(database: Database, words: string[]): Promise<SearchWord[]> {
  if (words.length === 0) return [];
  const { rows } = await database.pool.query<{ word: string; known: boolean }>({
    name: 'known-search-words',
    // A letter may unfold into several words ('½'), or into none.
    text: `SELECT w.word, EXISTS (
        SELECT 1 FROM search_terms t WHERE t.term >= w.word COLLATE "C" AND t.term < (w.word || chr(1114111)) COLLATE "C"
      ) AS known
      FROM (
        SELECT word, position FROM unnest($1::text[]) WITH ORDINALITY AS given(text, position),
          regexp_split_to_table(search_text(given.text), '\\s+') AS word
        WHERE word <> ''
      ) w ORDER BY w.position LIMIT 20`,
    values: [words],
  });
  const unknown = rows.filter(({ word, known }) => !known && mayBeMisspelt(word)).map(({ word }) => word);
  const candidates = await similarTerms(database, unknown.slice(0, MAX_CORRECTED_WORDS));
  return rows.map(({ word }, index) => {
    const prefix = index === rows.length - 1;
    const terms = closestTerms(word, candidates.get(word) ?? [], prefix);
    return { terms: terms.length > 0 ? terms : [word], prefix };
  });
}

async function similarTerms(database: Database, words: string[]): Promise<Map<string, TermCandidate[]>> {
  const found = new Map<string, TermCandidate[]>();
  if (words.length === 0) return found;
  const { rows } = await database.pool.query<TermCandidate & { word: string }>({
    name: 'similar-search-terms',
    text: 'SELECT w.word, t.term, t.ndoc FROM unnest($1::text[]) AS w(word), LATERAL similar_terms(w.word) t',
    values: [words],
  });
  for (const { word, ...candidate } of rows) found.set(word, [...(found.get(word) ?? []), candidate]);
  return found;
}
