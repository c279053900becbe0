/** Which features use which, types and tables included, and which may by ARCHITECTURE.md. */
import { files, product, read } from './source-tree.ts';

export const featureOf = (path: string | undefined) => /^src\/features\/([^/]+)\//.exec(path ?? '')?.[1];

/** The arrows of the document: each pair of a feature and one that it uses. */
export const drawn = [...read('ARCHITECTURE.md').matchAll(/^([a-z, ]+?) +─→ ([a-z, ]+)$/gm)].flatMap(
  ([, from = '', to = '']) => from.split(', ').flatMap((one) => to.split(', ').map((other) => [one, other])),
) as [string, string][];

/** Whether a feature may use another one: along the arrows, over others too. */
export function mayUse(from: string, to: string): boolean {
  const reached = new Set([from]);
  for (const feature of reached) for (const [one, other] of drawn) if (one === feature) reached.add(other);
  return from !== to && reached.has(to);
}

type Arrow = {
  from: string;
  to: string;
  /** The first import: `file:line`. */
  at: string;
};

/** The arrows of the code. */
export const arrows: readonly Arrow[] = [
  ...product
    .flatMap(({ path, imports }) =>
      imports.flatMap((entry): Arrow[] => {
        const [from, to] = [featureOf(path), featureOf(entry.path)];
        return from && to && from !== to ? [{ from, to, at: `${path}:${entry.line}` }] : [];
      }),
    )
    .reverse()
    .reduce((found, arrow) => found.set(`${arrow.from} → ${arrow.to}`, arrow), new Map<string, Arrow>())
    .values(),
];

/** `file:line → feature` for each arrow of the code that the document does not allow. */
export const findUpwardArrows = (): string[] =>
  arrows.flatMap(({ from, to, at }) => (mayUse(from, to) ? [] : [`${at} → ${to}`]));

/** Files by path, with the files that each imports: types too, dynamic imports not. */
const staticImports = new Map(
  files.map(({ path, imports }) => [
    path,
    imports.flatMap((entry) => (entry.path && entry.names ? [entry.path] : [])),
  ]),
);

/** Groups of files that import each other directly or through others: Tarjan's algorithm. */
export const findImportCycles = (): string[][] => findCycles(staticImports);

/** Groups of features of the document that use each other. */
export const findDrawnCycles = (): string[][] =>
  findCycles(
    new Map(
      [...Map.groupBy(drawn, ([from]) => from)].map(([from, pairs]) => [from, pairs.map(([, to]) => to)]),
    ),
  );

function findCycles(next: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    open.push(node);
    for (const target of next.get(node) ?? []) {
      if (!next.has(target)) continue;
      if (!order.has(target)) visit(target);
      else if (!open.includes(target)) continue;
      lowest.set(node, Math.min(lowest.get(node)!, lowest.get(target)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const group = open.splice(open.indexOf(node));
    if (group.length > 1) cycles.push(group);
  };
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
