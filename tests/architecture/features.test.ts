import { expect, test } from 'vitest';
import { type SourceFile, listAll, product, read, sources } from './source-tree.ts';

const featureOf = (path: string | undefined) => /^src\/features\/([^/]+)\//.exec(path ?? '')?.[1];

/** `server/table.ts` is for joins: table-ownership.test.ts says which tables. */
const doors = /^src\/features\/[^/]+\/([a-z-]+\.ts|server\/(public|table)\.ts|web\/(public|lazy)\.tsx?)$/;
const table = /\/(table|[a-z-]+-table)\.ts$/;

const isForeignKey = (from: string, to: string) => table.test(from) && table.test(to);

test('another feature is imported only by its pure modules, its tables, a public.ts or lazy.ts', () => {
  const wrong = product.flatMap((file) =>
    file.imports.flatMap(({ path, line }) => {
      const [from, to] = [featureOf(file.path), featureOf(path)];
      if (!path || !from || !to || from === to || doors.test(path)) return [];
      return [`${file.path}:${line} → ${path}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a public.ts or lazy.ts exports no more than another feature imports', () => {
  const isTaken = (door: SourceFile, name: string): boolean => {
    const isWeb = door.path.includes('/web/');
    return product.some(({ path: from, code, imports }) => {
      const feature = featureOf(from);
      // Routes compose pages of the web modules of features; server code of app and demo imports the module itself.
      if (feature === featureOf(door.path) || (feature === undefined && !isWeb)) return false;
      return imports.some(
        ({ path, names }) =>
          // A lazy import names its exports in the code that uses the module.
          path === door.path && (names?.includes(name) ?? new RegExp(`\\b${name}\\b`).test(code)),
      );
    });
  };
  const idle = product
    .filter(({ path }) => /^src\/features\/[^/]+\/(server|web)\/(public|lazy)\.tsx?$/.test(path))
    .flatMap((door) =>
      door.exports.filter(({ name }) => !isTaken(door, name)).map(({ name }) => `${door.path}: ${name}`),
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

/**
 * The features that each feature imports, with the first import of each. Ignores references between tables.
 */
const edges = new Map<string, Map<string, string>>();
for (const file of product) {
  for (const { path, line } of file.imports) {
    const [from, to] = [featureOf(file.path), featureOf(path)];
    if (!path || !from || !to || from === to || isForeignKey(file.path, path)) continue;
    const known = edges.get(from) ?? new Map<string, string>();
    edges.set(from, known.set(to, known.get(to) ?? `${file.path}:${line}`));
  }
}

/** The arrows in the document, one entry for each pair of features. */
const drawn = [...read('ARCHITECTURE.md').matchAll(/^([a-z, ]+?) +─→ ([a-z, ]+)$/gm)].flatMap(
  ([, from = '', to = '']) => from.split(', ').flatMap((one) => to.split(', ').map((other) => [one, other])),
) as [string, string][];

test('features import along the arrows in ARCHITECTURE.md, and every arrow is used', () => {
  const reached = (from: string, found = new Set<string>()): Set<string> => {
    for (const [one, other] of drawn) if (one === from && !found.has(other)) reached(other, found.add(other));
    return found;
  };
  const wrong = [...edges].flatMap(([from, imported]) => {
    const allowed = reached(from);
    return [...imported].flatMap(([to, at]) => (allowed.has(to) ? [] : [`${at} → ${to}`]));
  });
  expect(wrong).toEqual([]);
  expect(drawn.filter(([from, to]) => !edges.get(from)?.has(to))).toEqual([]);
});

test('the graph of features has no cycle', () => {
  expect(findCycle()).toEqual([]);
});

/** The first cycle, with one line for each import. */
function findCycle(): string[] {
  const finished = new Set<string>();
  const visit = (node: string, trail: string[]): string[] => {
    if (trail.includes(node)) {
      const cycle = [...trail.slice(trail.indexOf(node)), node];
      return cycle
        .slice(1)
        .map((to, index) => `${cycle[index]} → ${to} at ${edges.get(cycle[index] ?? '')?.get(to)}`);
    }
    if (finished.has(node)) return [];
    for (const next of edges.get(node)?.keys() ?? []) {
      const cycle = visit(next, [...trail, node]);
      if (cycle.length > 0) return cycle;
    }
    finished.add(node);
    return [];
  };
  for (const node of edges.keys()) {
    const cycle = visit(node, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

test('every feature has a test', () => {
  const features = new Set(listAll('src/features').map((path) => featureOf(path)));
  const tested = new Set(sources.filter(({ isTest }) => isTest).map(({ path }) => featureOf(path)));
  expect([...features].filter((feature) => !tested.has(feature))).toEqual([]);
});

test('beside its contract and rules a feature contains only server and web', () => {
  const odd = listAll('src/features').filter(
    (path) => !/^src\/features\/[^/]+\/((server|web)\/.+|[a-z-]+(\.test)?\.ts)$/.test(path),
  );
  expect(odd).toEqual([]);
});
