import type { Database } from '#platform/server/database/database.ts';
import { allowedErrors, closestTerms, type TermCandidate } from '../search-rules.ts';

/** What a word of the search stands for: itself, or the terms it was a misspelling of. */
export type SearchWord = { terms: string[]; prefix: boolean };

/** Only a word that no term starts with is taken for a misspelling; one without a near term stays as it is. */
export async function correctWords(database: Database, words: string[]): Promise<SearchWord[]> {
  if (words.length === 0) return [];
  const { rows } = await database.pool.query<{ word: string; plain: string; known: boolean }>({
    name: 'known-search-words',
    text: `SELECT w.word, w.plain, EXISTS (
        SELECT 1 FROM search_terms t WHERE t.term >= w.plain COLLATE "C" AND t.term < (w.plain || chr(1114111)) COLLATE "C"
      ) AS known
      FROM (SELECT word, f_unaccent(word) AS plain, position FROM unnest($1::text[]) WITH ORDINALITY AS x(word, position)) w
      ORDER BY w.position`,
    values: [words],
  });
  return Promise.all(
    rows.map(async ({ word, plain, known }, index) => {
      const prefix = index === rows.length - 1;
      if (known || allowedErrors(plain) === 0 || /^\d+$/.test(plain)) return { terms: [word], prefix };
      const { rows: candidates } = await database.pool.query<TermCandidate>({
        name: 'similar-search-terms',
        text: 'SELECT term, ndoc FROM similar_terms($1)',
        values: [plain],
      });
      const terms = closestTerms(plain, candidates, prefix);
      return { terms: terms.length > 0 ? terms : [word], prefix };
    }),
  );
}
