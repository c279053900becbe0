type Chunk = { code: string; imports: readonly string[]; dynamicImports: readonly string[] };

/** The chunks of the browser's build by their files. */
export type ChunkGraph = {
  entry: string;
  /** The files of the chunks that every page loads at once. Their texts are among the first. */
  withFirst: readonly string[];
  /** The name of a page by the file of its chunk. */
  pages: Map<string, string>;
  /** The name of what nearly every page loads soon, by the file of its chunk. It waits for its own texts alone. */
  parts: Map<string, string>;
  chunks: Map<string, Chunk>;
};

/** What looks like an id in the built code; names of files and of classes do as well. */
const QUOTED = /["'`]([a-z0-9-]+(?:\.[a-z0-9-]+)+)["'`]/g;

/**
 * The ids of the texts in each file. A page has those of all that it imports, and of the dialogs that it may load,
 * without those of the first script.
 */
export function textsPerFile({ entry, withFirst, pages, parts, chunks }: ChunkGraph, ids: readonly string[]) {
  const known = new Set(ids);
  const idsOf = (files: Set<string>) => {
    const found = [...files].flatMap((file) => [...chunks.get(file)!.code.matchAll(QUOTED)]);
    return [...new Set(found.map(([, id]) => id!))].filter((id) => known.has(id)).sort();
  };
  const reach = (from: readonly string[], next: (chunk: Chunk) => readonly string[]) => {
    const seen = new Set(from.filter((file) => chunks.has(file)));
    for (const file of seen) for (const to of next(chunks.get(file)!)) if (chunks.has(to)) seen.add(to);
    return seen;
  };
  const statically = (chunk: Chunk) => chunk.imports;
  const anyhow = (chunk: Chunk) => [
    ...chunk.imports,
    ...chunk.dynamicImports.filter((file) => !pages.has(file)),
  ];
  const first = idsOf(reach([entry, ...withFirst], statically));
  const beyondFirst = (files: Set<string>) => idsOf(files).filter((id) => !first.includes(id));
  const later = beyondFirst(reach([entry], anyhow));
  const files = new Map([
    ['first', first],
    ['later', later],
  ]);
  for (const [file, name] of parts) files.set(name, beyondFirst(reach([file], statically)));
  for (const [file, name] of pages) {
    const own = beyondFirst(reach([file], statically));
    const dialogs = beyondFirst(reach([file], anyhow)).filter((id) => !later.includes(id));
    files.set(name, [...new Set([...own, ...dialogs])].sort());
  }
  return files;
}
