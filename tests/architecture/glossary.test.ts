/**
 * Words that docs/glossary.md has retired, or that name nothing. Each count is exact and only shrinks:
 * who removes a use lowers it, and nothing is added.
 */
import { expect, test } from 'vitest';
import retiredWords from './retired-words.json' with { type: 'json' };
import { files, listAll, read } from './source-tree.ts';

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
  somebody: 35,
  anybody: 0,
  standing: 2,
  barred: 2,
  talk: 22,
  scene: 17,
  door: 22,
  newcomer: 3,
};

/** Words that no comment and no text has, in any case: a plainer one says the same. */
const vagueWords = /\b(?:whatever|whoever|anew|of its own|by itself)\b/i;

/** Data, and migrations, which never change. */
const isPlainText = (path: string) =>
  /\.(?:tsx?|mjs|css|md|sh)$/.test(path) && !/glossary\.test\.ts$|warning-rules/.test(path);

test('no comment, text or document has a vague word', () => {
  const found = ['src', 'packages', 'scripts', 'tests', 'bench', 'docs']
    .flatMap(listAll)
    .filter(isPlainText)
    .flatMap((path) =>
      read(path)
        .split('\n')
        .flatMap((line, index) => (vagueWords.test(line) ? [`${path}:${index + 1}`] : [])),
    );
  expect(found).toEqual([]);
});

/** Files that retired words do not concern: this one, and the words of suspicious messages. */
const excluded = /\/(?:glossary\.test\.ts$|safety\/server\/(?:patterns\/|warning-rules|model\/word-groups))/;

/** The lines of the product, and the tests as a whole: a test may use its own words as often as before. */
const partsOf = (isTest: boolean) =>
  files
    .filter(({ path }) => isTest === (path.startsWith('tests/') || /\.test\.tsx?$/.test(path)))
    .filter(({ path }) => /^(src|tests)\//.test(path) && !excluded.test(path))
    .flatMap(({ path, text }) =>
      isTest
        ? [{ text, place: path }]
        : text.split('\n').map((line, index) => ({ text: line, place: `${path}:${index + 1}` })),
    );

const [productParts, testParts] = [partsOf(false), partsOf(true)];
const findWord = (word: string, isTest: boolean) => {
  const pattern = new RegExp(`\\b${word}\\b`, word === 'somebody' ? 'i' : '');
  return (isTest ? testParts : productParts)
    .filter(({ text }) => pattern.test(text))
    .map(({ place }) => place);
};

test.each([
  ['the product', false, productCounts],
  ['the tests', true, testCounts],
] as const)('retired words become fewer in %s: lower the count when you remove one', (_, isTest, counts) => {
  const wrong = Object.entries(counts).flatMap(([word, count]) => {
    const places = findWord(word, isTest);
    return places.length === count
      ? []
      : [{ word, found: places.length, count, places: places.slice(0, 20) }];
  });
  expect(wrong).toEqual([]);
});

test('retired words that the product still uses become fewer in each file: see retired-words.json', () => {
  const found = Object.keys(retiredWords).map((word) => {
    const paths = findWord(word, false).map((place) => place.replace(/:\d+$/, ''));
    return [
      word,
      Object.fromEntries([...Map.groupBy(paths, (path) => path)].map(([path, all]) => [path, all.length])),
    ];
  });
  expect(Object.fromEntries(found)).toEqual(retiredWords);
});
