import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { collectFigures } from './collect-figures.ts';
import { findUnusedExports } from './find-unused-exports.ts';
import { formatFigures } from './format-figures.ts';
import { measureFunctions } from './measure-functions.ts';
import { readSourceTree } from './read-source-tree.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bookswap-figures-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, ...lines: string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), `${lines.join('\n')}\n`);
}

const statements = (count: number) => Array.from({ length: count }, (_, index) => `  call(${index});`);

test('functions are measured from their first to their last line; markup and test callbacks are apart', () => {
  write('src/ui/long.ts', 'export function long() {', ...statements(60), '}');
  write('src/ui/page.tsx', 'export const Page = () => {', ...statements(60), '  return <p />;', '};');
  write('src/ui/a.test.ts', `test.each([1])('title', () => {`, ...statements(60), '});');
  write('src/ui/service.ts', 'export class Service {', '  stop() {', '  }', '}');
  expect(readSourceTree(root).flatMap(measureFunctions)).toEqual([
    { path: 'src/ui/long.ts', name: 'long', lines: 62, isMarkup: false },
    { path: 'src/ui/page.tsx', name: 'Page', lines: 63, isMarkup: true },
    { path: 'src/ui/service.ts', name: 'stop', lines: 2, isMarkup: false },
  ]);
  const { trees, longFunctions } = collectFigures(root);
  expect(longFunctions.map(({ name }) => name)).toEqual(['long']);
  expect(trees.at(-1)?.functions).toEqual({ count: 2, median: 2, p90: 62, max: 62, over50: 1, overLimit: 1 });
  expect(trees.at(-1)?.markup).toMatchObject({ count: 1, over50: 1, overLimit: 0 });
});

test('words count in code, not in strings, comments and tests', () => {
  write('src/features/favorites/rules.ts', 'export const favoriteLimit = 3;');
  write('src/app/page.ts', 'export const page = favoriteCount;');
  write('src/app/text.tsx', '// favorite', `export const Text = () => <p title="favorite">Favorite</p>;`);
  write('src/app/page.test.ts', 'favorite();');
  write('src/app/page.css', '.favorite {', '}');
  expect(collectFigures(root).words.favorite).toEqual({
    all: ['src/app/page.ts', 'src/app/text.tsx', 'src/features/favorites/rules.ts', 'src/app/page.css'],
    code: ['src/app/page.ts', 'src/features/favorites/rules.ts', 'src/app/page.css'],
    codeElsewhere: ['src/app/page.ts', 'src/app/page.css'],
    foldersElsewhere: ['src/app'],
  });
});

test('comment lines over 110 columns are listed, also in style sheets', () => {
  const long = 'x'.repeat(110);
  write('src/ui/a.ts', '/**', ` * ${long}`, ' */', `export const a = '${long}';`, `a; // ${long}`);
  write('src/ui/a.css', `/* ${long} */`, `.a { color: red; }`);
  expect(collectFigures(root).longComments).toEqual(['src/ui/a.ts:2', 'src/ui/a.ts:5', 'src/ui/a.css:1']);
});

test('duplicates are runs of six identical lines, in one file or in two; imports and blank lines do not count', () => {
  const run = statements(7);
  write('src/a.ts', `import { b } from './b.ts';`, ...run);
  write('src/b.ts', `import { b } from './b.ts';`, 'first();', ...run.slice(0, 3), '', ...run.slice(3));
  write('src/c.ts', ...statements(5));
  expect(collectFigures(root).duplicates).toEqual([
    {
      places: [
        { path: 'src/a.ts', line: 2 },
        { path: 'src/b.ts', line: 3 },
      ],
      lines: 7,
    },
  ]);
});

test('cycles are of imports that happen while modules load', () => {
  write('src/a.ts', `import { b } from './b.ts';`, 'export const a = b;');
  write('src/b.ts', `import { c } from './c.ts';`, 'export const b = c;');
  write('src/c.ts', `import { a } from './a.ts';`, 'export const c = () => a;');
  write('src/d.ts', `import type { E } from './e.ts';`, 'export type D = E;');
  write('src/e.ts', `import type { D } from './d.ts';`, 'export type E = D;');
  expect(collectFigures(root).cycles.map((cycle) => cycle.toSorted())).toEqual([
    ['src/a.ts', 'src/b.ts', 'src/c.ts'],
  ]);
});

test('imports against the layers are listed, also of a package', () => {
  write('src/platform/server/a.ts', `import { rules } from '#features/books/rules.ts';`);
  write('src/features/books/rules.ts', 'export const rules = 1;');
  write('src/features/books/web/page.ts', `import { a } from '../server/a.ts';`);
  write('packages/one/one.ts', `import { a } from '../two/two.ts';`);
  expect(collectFigures(root).upwardImports).toEqual([
    'src/features/books/web/page.ts:1 → src/features/books/server/a.ts',
    'src/platform/server/a.ts:1 → src/features/books/rules.ts',
    'packages/one/one.ts:1 → packages/two/two.ts',
  ]);
});

test('an export is used when another file imports it, by name, as a whole, or in a type', () => {
  write('src/a.ts', 'export const one = 1;', 'export const two = 2;', 'export type Three = 3;', 'two;');
  write('src/b.ts', 'export const four = 4;', 'export const five = 5;', 'export const six = 6;');
  write('src/c.ts', `import { one } from './a.ts';`, `import * as b from './b.ts';`, 'one + b.four;');
  write('src/d.ts', `void import('./b.ts').then(({ five }) => five);`);
  expect(findUnusedExports(readSourceTree(root))).toEqual([
    { path: 'src/a.ts', name: 'two', isType: false },
    { path: 'src/a.ts', name: 'Three', isType: true },
    { path: 'src/b.ts', name: 'six', isType: false },
  ]);
});

test('the table lists what was found', () => {
  write('src/a.ts', 'export function long() {', ...statements(60), '}');
  const text = formatFigures(collectFigures(root));
  expect(text).toContain('Functions over their limit: 1\n  src/a.ts: long: 62 lines');
  expect(text).toContain('Import cycles: 0');
});
