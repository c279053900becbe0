/**
 * Words that docs/glossary.md has retired, or that name nothing. Each count only shrinks: whoever removes
 * uses lowers it, and nothing is added.
 */
import { expect, test } from 'vitest';
import { files } from './source-tree.ts';

/** How many lines of the product have the word: what is stored, sent or shown keeps it. */
const productCounts: Readonly<Record<string, number>> = {
  somebody: 0,
  anybody: 0,
  standing: 0,
  barred: 3,
  talk: 1,
  scene: 0,
  door: 0,
  newcomer: 0,
};

/** How many files of tests have the word. */
const testCounts: Readonly<Record<string, number>> = {
  somebody: 34,
  anybody: 0,
  standing: 2,
  barred: 2,
  talk: 22,
  scene: 17,
  door: 23,
  newcomer: 3,
};

/** The lines of the product, and the tests as a whole: a test may use its own words as often as before. */
const partsOf = (isTest: boolean) =>
  files
    .filter(({ path }) => isTest === (path.startsWith('tests/') || /\.test\.tsx?$/.test(path)))
    .filter(({ path }) => /^(src|tests)\//.test(path) && !path.endsWith('/glossary.test.ts'))
    .flatMap(({ path, text }) =>
      isTest
        ? [{ text, place: path }]
        : text.split('\n').map((line, index) => ({ text: line, place: `${path}:${index + 1}` })),
    );

test.each([
  ['the product', false, productCounts],
  ['the tests', true, testCounts],
] as const)('retired words only become fewer in %s', (_, isTest, counts) => {
  const all = partsOf(isTest);
  const grown = Object.entries(counts).flatMap(([word, most]) => {
    const pattern = new RegExp(`\\b${word}\\b`);
    const found = all.filter(({ text }) => pattern.test(text)).map(({ place }) => place);
    return found.length > most ? [{ word, found: found.length, most, places: found.slice(0, 20) }] : [];
  });
  expect(grown).toEqual([]);
});
