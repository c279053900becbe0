import fc from 'fast-check';
import { expect, it } from 'vitest';
import { closestTerms, searchWords, typingErrors as errorsByBeginning } from './search-words.ts';

/** The errors between the word and the whole term, or its nearest prefix. */
const typingErrors = (word: string, term: string, prefix: boolean) => {
  const errors = errorsByBeginning(word, term);
  return prefix ? Math.min(...errors) : errors.at(-1)!;
};

const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 1, maxLength: 8 });

it.each([
  ['physics', 'physics', 0],
  ['pyhsics', 'physics', 1],
  ['phsics', 'physics', 1],
  ['physiccs', 'physics', 1],
  ['physocs', 'physics', 1],
  ['hysics', 'physics', 2],
  ['xphysics', 'physics', 2],
  ['bhysics', 'physics', 2],
  ['hpysics', 'physics', 1],
])('%s is %s with %i errors', (typed, term, errors) => {
  expect(typingErrors(typed, term, false)).toBe(errors);
});

it('splits a search into folded words in lower case', () => {
  expect(searchWords("O'Reilly: ¿QUÉ «ES» el Cálculo? Straße")).toEqual([
    'oreilly',
    'que',
    'es',
    'el',
    'calculo',
    'strasse',
  ]);
  expect(searchWords('الكِتَابُ، ٢')).toEqual(['الكتاب', '2']);
});

it('counts no error for a prefix where prefixes match', () => {
  fc.assert(fc.property(word, word, (start, end) => typingErrors(start, start + end, true) === 0));
});

it('counts one edit after the first letter as one error, and never more errors than letters', () => {
  fc.assert(
    fc.property(word, fc.nat(), fc.constantFrom(...'xyz'), (text, at, letter) => {
      const place = 1 + (at % text.length);
      const edited = text.slice(0, place) + letter + text.slice(place);
      expect(typingErrors(edited, text, false)).toBe(1);
    }),
  );
  fc.assert(
    fc.property(word, word, (one, other) => {
      expect(typingErrors(one, other, false)).toBeLessThanOrEqual(Math.max(one.length, other.length) + 1);
      expect(typingErrors(one, other, true)).toBeLessThanOrEqual(typingErrors(one, other, false));
    }),
  );
});

it('prefers fewer errors, then the commoner term', () => {
  const terms = [
    { term: 'chemistry', ndoc: 3 },
    { term: 'chemists', ndoc: 90 },
    { term: 'chemistri', ndoc: 1 },
  ];
  expect(closestTerms('chemistrx', terms, false)).toEqual(['chemistry', 'chemistri']);
  expect(closestTerms('zzzzzzzzz', terms, false)).toEqual([]);
});

it('reads at most ten words of at most forty letters from any input', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
      const words = searchWords(text);
      expect(words.length).toBeLessThanOrEqual(10);
      for (const one of words) expect([...one].length).toBeLessThanOrEqual(40);
    }),
  );
});

it.each([
  ['hapy', 'happy'],
  ['kows', 'knows'],
  ['dikcinon', 'dickinson'],
])('counts the letters of the intended word: %s is forgiven as %s', (typed, term) => {
  expect(closestTerms(typed, [{ term, ndoc: 1 }], false)).toEqual([term]);
  expect(closestTerms(typed, [{ term, ndoc: 1 }], true)).toEqual([term]);
});

it('forgives no error in a prefix of four letters, regardless of the length of the term', () => {
  expect(closestTerms('kxow', [{ term: 'knowledge', ndoc: 1 }], true)).toEqual([]);
});
