import { expect, test } from 'vitest';
import {
  arrows,
  drawn,
  featureOf,
  findDrawnCycles,
  findImportCycles,
  findUpwardArrows,
} from './feature-graph.ts';
import { type SourceFile, listAll, product, sources } from './source-tree.ts';

/** `server/table.ts` and `server/views/table.ts` are for joins: table-ownership.test.ts says which tables. */
const publicFiles =
  /^src\/features\/[^/]+\/([a-z-]+\.ts|server\/(([a-z-]+\/)?public|table|views\/table)\.ts|web\/(public|lazy)\.tsx?)$/;

/** Of a server, and of a part of it that has a folder. */
const isDoor = (path: string) =>
  /^src\/features\/[^/]+\/(server\/([a-z-]+\/)?public|web\/(public|lazy))\.tsx?$/.test(path);
const MAX_NAMES = 19;

test('another feature is imported only by its pure modules, its tables, a public.ts or lazy.ts', () => {
  const wrong = product.flatMap((file) =>
    file.imports.flatMap(({ path, line }) => {
      const [from, to] = [featureOf(file.path), featureOf(path)];
      if (!path || !from || !to || from === to || publicFiles.test(path)) return [];
      return [`${file.path}:${line} → ${path}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a public.ts or lazy.ts exports no more than another feature imports', () => {
  const isTaken = (publicFile: SourceFile, name: string): boolean => {
    const isWeb = publicFile.path.includes('/web/');
    return product.some(({ path: from, code, imports }) => {
      const feature = featureOf(from);
      // Routes compose pages of the web modules of features; server code of app and demo imports the module itself.
      if (feature === featureOf(publicFile.path) || (feature === undefined && !isWeb)) return false;
      return imports.some(
        ({ path, names }) =>
          // A lazy import names its exports in the code that uses the module.
          path === publicFile.path && (names?.includes(name) ?? new RegExp(`\\b${name}\\b`).test(code)),
      );
    });
  };
  const idle = product
    .filter(({ path }) => isDoor(path))
    .flatMap((publicFile) =>
      publicFile.exports
        .filter(({ name }) => !isTaken(publicFile, name))
        .map(({ name }) => `${publicFile.path}: ${name}`),
    );
  expect(idle).toEqual([]);
});

test('modules beside contract.ts and rules.ts do no input or output, like them', () => {
  const forbidden =
    /^(node:.*|pg|pg-boss|drizzle-orm(\/.*)?|fastify|ws|sharp|ioredis|react(\/.*)?|react-dom(\/.*)?)$/;
  const wrong = product
    .filter(({ path }) => /^src\/features\/[^/]+\/[^/]+$/.test(path))
    .flatMap((file) =>
      file.imports
        .filter(({ specifier, path }) => forbidden.test(specifier) || /\/(server|web)\//.test(path ?? ''))
        .map(({ specifier, line }) => `${file.path}:${line} → ${specifier}`),
    );
  expect(wrong).toEqual([]);
});

test('a public.ts or lazy.ts hands out few names', () => {
  const wide = product.filter(({ path, exports }) => isDoor(path) && exports.length > MAX_NAMES);
  expect(wide.map(({ path, exports }) => `${path}: ${exports.length}`)).toEqual([]);
});

test('features use each other along the arrows in ARCHITECTURE.md, types and tables included; every arrow is used', () => {
  expect(findUpwardArrows()).toEqual([]);
  const isUsed = ([one, other]: [string, string]) =>
    arrows.some(({ from, to }) => from === one && to === other);
  expect(drawn.filter((arrow) => !isUsed(arrow))).toEqual([]);
  expect(drawn.length).toBeGreaterThan(20);
});

test('the graph of features has no cycle', () => {
  expect(findDrawnCycles()).toEqual([]);
});

test('no files import each other, types included', () => {
  expect(findImportCycles()).toEqual([]);
});

test('every feature has a test', () => {
  const features = new Set(listAll('src/features').map((path) => featureOf(path)));
  const tested = new Set(sources.filter(({ isTest }) => isTest).map(({ path }) => featureOf(path)));
  expect([...features].filter((feature) => !tested.has(feature))).toEqual([]);
});

test('beside its contract and rules a feature contains only server, web and texts', () => {
  const odd = listAll('src/features').filter(
    (path) =>
      !/^src\/features\/[^/]+\/((server|web)\/.+|texts\/((\.state\/)?[a-z]{2}\.json|arguments\.ts|documents\/.+)|[a-z-]+(\.test)?\.ts)$/.test(
        path,
      ),
  );
  expect(odd).toEqual([]);
});
