import type { AddParameter } from '../filters/filter-conditions.ts';
import type { SearchWord } from './correct-spelling.ts';

/** `&`: a listing must match all of the words. */
export type SearchWords = { words: readonly SearchWord[]; operator: '&' | '|' };

/**
 * SQL of a tsquery: `to_tsquery('simple', $1)` with `'organ' & 'chem':*`, or such a part for each word beside its
 * stems. Quoted: words contain no punctuation that ends the quotes. Only the words pass the parser, which would
 * take the mark from the stems.
 */
export function wordsSql({ words, operator }: SearchWords, add: AddParameter): string {
  if (words.every(({ stems }) => stems === undefined))
    return `to_tsquery('simple', ${add(words.map(termsText).join(` ${operator} `))})`;
  const parts = words.map(
    (word) =>
      `(to_tsquery('simple', ${add(termsText(word))}) || ${add(stemsText(word.stems ?? []))}::tsquery)`,
  );
  return `(${parts.join(operator === '&' ? ' && ' : ' || ')})`;
}

const termsText = ({ terms, prefix }: SearchWord): string =>
  `(${terms.map((term) => `'${term}'${prefix ? ':*' : ''}`).join(' | ')})`;

const stemsText = (stems: readonly string[]): string => stems.map((stem) => `'${stem}'`).join(' | ');
