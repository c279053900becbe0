import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findUpwardImports, layerRules } from './layer-rules.ts';
import { files, root } from './source-tree.ts';

test.each(layerRules)('$title', (rule) => {
  expect(findUpwardImports(files, [rule])).toEqual([]);
});

test('every internal import names an existing file with its extension', () => {
  const wrong = files.flatMap((file) =>
    file.imports.flatMap(({ path, line }) =>
      path === undefined || path.startsWith('dist/') || existsSync(join(root, path.replace(/\?.*$/, '')))
        ? []
        : [`${file.path}:${line} → ${path}`],
    ),
  );
  expect(wrong).toEqual([]);
});

test('the product imports nothing from its tests', () => {
  const tests = new Set(files.filter(({ isTest }) => isTest).map(({ path }) => path));
  const isWrong = (from: string, to: string) => from.startsWith('src/') && tests.has(to);
  expect(findUpwardImports(files, [{ title: '', isWrong }])).toEqual([]);
});
