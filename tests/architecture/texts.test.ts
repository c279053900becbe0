/** The catalogues and the code that uses them. The rules are in docs/translating.md. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCalls } from '../../scripts/texts/find-calls.ts';
import { findFaults } from '../../scripts/texts/find-faults.ts';
import { COMPLETE_LANGUAGES } from '../../scripts/texts/print-status.ts';
import { findGaps, TRANSLATIONS } from '../../scripts/texts/translation-state.ts';
import { argumentsFile } from '../../scripts/texts/write-arguments.ts';
import { catalogueFolders, readCatalogue } from '../../src/platform/server/texts/catalogues.ts';
import { DRAFT_LANGUAGES, type Language } from '../../src/platform/shared/texts/languages.ts';
import { featureOf, mayUse } from './feature-graph.ts';
import { product, root } from './source-tree.ts';

const english = new Set(catalogueFolders.flatMap(({ path }) => Object.keys(readCatalogue(path, 'en'))));

const calls = product
  .filter(({ code }) => /\b(t|rich|textId|textToken)\(/.test(code))
  .flatMap(({ path, text }) =>
    findCalls(path, text).calls.map((call) => ({
      ...call,
      path,
      at: `${path}:${text.slice(0, call.start).split('\n').length}`,
    })),
  );

test('the catalogues keep the rules for messages', () => {
  expect(english.size).toBeGreaterThan(0);
  expect(findFaults()).toEqual([]);
});

test('the languages that are complete lack no text, and none is older than the English one', () => {
  expect(COMPLETE_LANGUAGES.flatMap((language) => Object.values(findGaps(language)).flat())).toEqual([]);
});

test('the types of the texts are those of the catalogues: `npm run texts` writes them', () => {
  const stale = catalogueFolders.filter(({ path }) => {
    const { file, text } = argumentsFile(path);
    return !existsSync(file) || readFileSync(file, 'utf8') !== text;
  });
  expect(stale.map(({ name }) => name)).toEqual([]);
});

test('every text is used', () => {
  const quoted = new Set(
    product.flatMap(({ code }) => [...code.matchAll(/['"]([a-z0-9.-]+)['"]/g)].map(([, id]) => id!)),
  );
  expect([...english].filter((id) => !quoted.has(id))).toEqual([]);
});

test('no id is put together, and none is unknown', () => {
  const wrong = calls.filter(({ id }) => id === null || !english.has(id));
  expect(wrong.map(({ at, id }) => `${at}: ${id ?? 'put together'}`)).toEqual([]);
});

test('no module words a text while it loads: no language is known then', () => {
  const wrong = calls.filter((call) => call.isAtModuleLevel && ['t', 'rich'].includes(call.name));
  expect(wrong.map(({ at }) => at)).toEqual([]);
});

/** Whether code may use a text: its own, those of features that it may import, and those of ui and platform. */
function mayWord(path: string, id: string): boolean {
  const owner = id.split('.')[0]!;
  const layer = /^src\/([^/]+)\//.exec(path)![1]!;
  const feature = featureOf(path);
  if (layer === 'app' || owner === layer || owner === feature) return true;
  if (feature !== undefined) return owner === 'ui' || owner === 'platform' || mayUse(feature, owner);
  return layer === 'ui' && owner === 'platform';
}

test('code uses its own texts, those of features that it may import, and those of ui and platform', () => {
  const wrong = calls.filter(({ path, id }) => id !== null && !mayWord(path, id));
  expect(wrong.map(({ at, id }) => `${at}: ${id}`)).toEqual([]);
});

test('server code and rules word texts in the language of a reader, which is an argument', () => {
  const wrong = product
    .filter(({ path }) => /\/server\/|\/rules\.ts$/.test(path))
    .filter(({ imports }) =>
      imports.some(
        ({ path, names }) =>
          path?.startsWith('src/platform/shared/texts/') &&
          names?.some((name) => ['t', 'rich'].includes(name)),
      ),
    );
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test('a language is a draft until a native speaker has signed its document', () => {
  const stateOf = (language: Language): string => {
    const text = readFileSync(join(root, `docs/translating/${language}.md`), 'utf8');
    const [, state = 'unknown'] = /^Status: (draft|signed by [^,\n]+, \d{4}-\d{2}-\d{2})\./m.exec(text) ?? [];
    return state === 'draft' ? 'draft' : state.split(' ', 1)[0]!;
  };
  const states = Object.fromEntries(TRANSLATIONS.map((language) => [language, stateOf(language)]));
  expect(states).toEqual(
    Object.fromEntries(
      TRANSLATIONS.map((language) => [language, DRAFT_LANGUAGES.includes(language) ? 'draft' : 'signed']),
    ),
  );
});
