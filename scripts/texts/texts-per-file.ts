/** What another is loaded or run with. */
type Node = { imports: readonly string[]; dynamicImports: readonly string[] };

/** A module of the browser's build, with what the build leaves of its code, and the file of its chunk. */
type Module = Node & { code: string; chunk?: string };

/** The browser's build: its modules by their ids, and its chunks by their files. */
export type BuildGraph = {
  entry: string;
  /** The modules of what every page loads at once. Their texts are among the first. */
  withFirst: readonly string[];
  /** The name of a page by the id of its module. */
  pages: Map<string, string>;
  /** The name of what nearly every page loads soon, by the id of its module. It waits for its own texts alone. */
  parts: Map<string, string>;
  modules: Map<string, Module>;
  chunks: Map<string, Node>;
};

/** What looks like an id in the code; names of files and of classes do as well. */
const QUOTED = /["'`]([a-z0-9-]+(?:\.[a-z0-9-]+)+)["'`]/g;

const isDefined = (value: string | undefined) => value !== undefined;

/** Those nodes and what they reach. */
function reach(
  from: Iterable<string>,
  nodes: ReadonlyMap<string, Node>,
  next: (node: Node) => readonly string[],
): Set<string> {
  const seen = new Set([...from].filter((id) => nodes.has(id)));
  for (const id of seen) for (const to of next(nodes.get(id)!)) if (nodes.has(to)) seen.add(to);
  return seen;
}

/**
 * The ids of the texts in each file. A page has those of all that it imports, and of the dialogs that it may load,
 * without those of the first script. A module counts if it is imported and its chunk is loaded: a chunk has modules
 * of other pages too, and a feature's `public.ts` imports what a page does not use.
 */
export function textsPerFile(
  { entry, withFirst, pages, parts, modules, chunks }: BuildGraph,
  ids: readonly string[],
): Map<string, string[]> {
  const known = new Set(ids);
  const chunkOf = (id: string) => modules.get(id)?.chunk;
  const pageChunks = new Set([...pages.keys()].map(chunkOf));
  const isPage = (id: string) => pages.has(id) || pageChunks.has(id);
  const statically = (node: Node) => node.imports;
  const anyhow = (node: Node) => [...node.imports, ...node.dynamicImports.filter((id) => !isPage(id))];
  const idsOf = (from: readonly string[], next: (node: Node) => readonly string[]) => {
    const loaded = reach(from.map(chunkOf).filter(isDefined), chunks, next);
    const found = new Set<string>();
    for (const id of reach(from, modules, next)) {
      const { code, chunk } = modules.get(id)!;
      if (chunk === undefined || !loaded.has(chunk)) continue;
      for (const [, text] of code.matchAll(QUOTED)) if (known.has(text!)) found.add(text!);
    }
    return [...found].sort();
  };
  const first = idsOf([entry, ...withFirst], statically);
  const beyondFirst = (from: string, next: (node: Node) => readonly string[]) =>
    idsOf([from], next).filter((id) => !first.includes(id));
  const later = beyondFirst(entry, anyhow);
  const files = new Map([
    ['first', first],
    ['later', later],
  ]);
  for (const [module, name] of parts) files.set(name, beyondFirst(module, statically));
  for (const [module, name] of pages) {
    const own = beyondFirst(module, statically);
    const dialogs = beyondFirst(module, anyhow).filter((id) => !later.includes(id));
    files.set(name, [...new Set([...own, ...dialogs])].sort());
  }
  return files;
}
