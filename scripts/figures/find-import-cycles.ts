import type { SourceFile } from './read-source-tree.ts';

/** Groups of files that import each other while they load, directly or through others. */
export function findImportCycles(files: readonly SourceFile[]): string[][] {
  const imported = new Map(
    files.map(
      ({ path, imports }) =>
        [path, imports.flatMap(({ path: target, isAtLoad }) => (target && isAtLoad ? target : []))] as const,
    ),
  );
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  // Tarjan's strongly connected components.
  const visit = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.get(path)!);
    open.push(path);
    for (const target of imported.get(path) ?? []) {
      if (!imported.has(target)) continue;
      if (!order.has(target)) visit(target);
      else if (!open.includes(target)) continue;
      lowest.set(path, Math.min(lowest.get(path)!, lowest.get(target)!));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const group = open.splice(open.indexOf(path));
    if (group.length > 1) cycles.push(group);
  };
  for (const path of imported.keys()) if (!order.has(path)) visit(path);
  return cycles;
}
