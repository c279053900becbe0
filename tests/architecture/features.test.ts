import { expect, test } from 'vitest';
import { type SourceFile, files, listAll, product, read, sources } from './source-tree.ts';

const featureOf = (path: string | undefined) => /^src\/features\/([^/]+)\//.exec(path ?? '')?.[1];

const doors = /^src\/features\/[^/]+\/(contract\.ts|rules\.ts|server\/public\.ts|web\/(public|lazy)\.tsx?)$/;
const table = /\/(table|[a-z-]+-table)\.ts$/;

const isForeignKey = (from: string, to: string) => table.test(from) && table.test(to);

test('another feature is reached by its contract, its rules, a public.ts or lazy.ts; tables may refer to tables', () => {
  const wrong = product.flatMap((file) =>
    file.imports.flatMap(({ path, line }) => {
      const [from, to] = [featureOf(file.path), featureOf(path)];
      if (!path || !from || !to || from === to || doors.test(path)) return [];
      if (isForeignKey(file.path, path)) return [];
      return [`${file.path}:${line} → ${path}`];
    }),
  );
  expect(wrong).toEqual([]);
});

test('a public.ts or lazy.ts is no wider than others need: each of its names is imported from outside of its feature', () => {
  const isTaken = (door: SourceFile, name: string): boolean =>
    files.some(
      ({ path: from, code, imports }) =>
        featureOf(from) !== featureOf(door.path) &&
        imports.some(
          ({ path, names }) =>
            // Of what is fetched later the name stands in what is done with it.
            path === door.path && (names?.includes(name) ?? new RegExp(`\\b${name}\\b`).test(code)),
        ),
    );
  const idle = product
    .filter(({ path }) => /^src\/features\/[^/]+\/(server|web)\/(public|lazy)\.tsx?$/.test(path))
    .flatMap((door) =>
      door.exports.filter((name) => !isTaken(door, name)).map((name) => `${door.path}: ${name}`),
    );
  expect(idle).toEqual([]);
});

test('what stands beside contract.ts and rules.ts does no input or output, like them', () => {
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

/** From each feature the others that it imports, each with the first place of that; not what its tables refer to. */
const edges = new Map<string, Map<string, string>>();
for (const file of product) {
  for (const { path, line } of file.imports) {
    const [from, to] = [featureOf(file.path), featureOf(path)];
    if (!path || !from || !to || from === to || isForeignKey(file.path, path)) continue;
    const known = edges.get(from) ?? new Map<string, string>();
    edges.set(from, known.set(to, known.get(to) ?? `${file.path}:${line}`));
  }
}

/** The arrows of the document, each from one feature to one. */
const drawn = [...read('ARCHITECTURE.md').matchAll(/^([a-z, ]+?) +─→ ([a-z, ]+)$/gm)].flatMap(
  ([, from = '', to = '']) => from.split(', ').flatMap((one) => to.split(', ').map((other) => [one, other])),
) as [string, string][];

test('features import along the arrows that ARCHITECTURE.md draws, and each of these is taken', () => {
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

/** The first cycle, as one line for each of its imports. */
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

test('beside its contract and rules a feature has a server and a web, and nothing deeper', () => {
  const odd = listAll('src/features').filter(
    (path) => !/^src\/features\/[^/]+\/((server|web)\/.+|[a-z-]+(\.test)?\.ts)$/.test(path),
  );
  expect(odd).toEqual([]);
});
