import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type SourceFile, files, product, root } from './source-tree.ts';

/** The folders that each folder of src may import from, besides itself. */
const mayImport: Record<string, readonly string[]> = {
  app: ['demo', 'features', 'platform', 'ui'],
  demo: ['features', 'platform'],
  features: ['platform', 'ui', 'packages'],
  platform: ['packages'],
  ui: ['platform/shared'],
};

const layerOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1];

/** `file:line → target` for each import of `among` that `isWrong`. */
function wrongImports(
  among: readonly SourceFile[],
  isWrong: (from: string, to: string) => boolean,
): string[] {
  return among.flatMap((file) =>
    file.imports.flatMap(({ path, line }) =>
      path && isWrong(file.path, path) ? [`${file.path}:${line} → ${path}`] : [],
    ),
  );
}

test('app → demo → features → platform → packages; ui imports ui and platform/shared; nothing imports app', () => {
  const wrong = wrongImports(product, (from, to) => {
    const layer = layerOf(from) ?? '';
    if (layerOf(to) === layer) return false;
    return !mayImport[layer]?.some((allowed) => to.replace(/^src\//, '').startsWith(`${allowed}/`));
  });
  expect(wrong).toEqual([]);
});

test('a package imports nothing from outside of it', () => {
  const packageOf = (path: string) => /^packages\/[^/]+\//.exec(path)?.[0];
  const inPackages = files.filter(({ path }) => packageOf(path) !== undefined);
  expect(wrongImports(inPackages, (from, to) => !to.startsWith(packageOf(from)!))).toEqual([]);
});

test('platform/shared imports neither server nor web, and these do not import each other', () => {
  const partOf = (path: string) => /^src\/platform\/(shared|server|web)\//.exec(path)?.[1];
  const wrong = wrongImports(product, (from, to) => {
    const [one, other] = [partOf(from), partOf(to)];
    return one !== undefined && other !== undefined && one !== other && other !== 'shared';
  });
  expect(wrong).toEqual([]);
});

test('a feature’s server and web never import each other', () => {
  const sideOf = (path: string) => /^src\/features\/[^/]+\/(server|web)\//.exec(path)?.[1];
  const wrong = wrongImports(product, (from, to) => {
    const [one, other] = [sideOf(from), sideOf(to)];
    return one !== undefined && other !== undefined && one !== other;
  });
  expect(wrong).toEqual([]);
});

test('browser code imports no server code', () => {
  const wrong = wrongImports(
    product.filter(({ path }) =>
      /^src\/(ui|platform\/web|platform\/shared|features\/[^/]+\/web)\//.test(path),
    ),
    (_from, to) => to.includes('/server/'),
  );
  expect(wrong).toEqual([]);
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
  expect(wrongImports(product, (_from, to) => tests.has(to))).toEqual([]);
});
