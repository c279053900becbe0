import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUnusedExports } from '../../scripts/figures/find-unused-exports.ts';
import { unusedTypeCounts } from './size-exceptions.ts';
import { files, root } from './source-tree.ts';

/** Files that name files of the tree as text. */
const configurations = [
  ...readdirSync(root).filter((name) => name.endsWith('.config.ts')),
  'scripts/launcher-config.mjs',
]
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n');

/** drizzle-kit reads the tables, and a tool its configuration. */
const isEntry = (path: string) =>
  /(^|[/-])table\.ts$|\.config\.ts$/.test(path) || configurations.includes(path);

const unused = findUnusedExports(files, isEntry);

test('every exported value is imported by another file', () => {
  const values = unused
    // error-register.test.ts finds the registers of problems by their names.
    .filter(
      ({ path, name, isType }) => !isType && !(path.endsWith('/contract.ts') && name.endsWith('Problems')),
    )
    .map(({ path, name }) => `${path}: ${name}`);
  expect(values).toEqual([]);
});

test('the number of exported types that no other file imports only shrinks', () => {
  const types = unused.filter(({ isType }) => isType);
  const folderOf = (path: string) => /^src\/[^/]+|^[^/]+/.exec(path)?.[0] ?? '';
  const folders = new Set(types.map(({ path }) => folderOf(path)));
  const wrong = [...folders].flatMap((folder) => {
    const own = types.filter(({ path }) => folderOf(path) === folder);
    if (own.length > (unusedTypeCounts[folder] ?? 0)) return own.map(({ path, name }) => `${path}: ${name}`);
    return [];
  });
  expect(wrong).toEqual([]);
});
