import { relative, resolve } from 'node:path';
import type { InlineConfig, Rolldown } from 'vite';
import { measureChunks } from '../packages/chunk-plan/measure-chunks.ts';
import { mergeChunks } from '../packages/chunk-plan/merge-chunks.ts';

/** Which modules of the browser's bundle share a file. */
export type ChunkGroup = Rolldown.CodeSplittingGroup;

type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null };
type NameOf = (id: string, graph: ModuleGraph) => string | null;

/** What every page loads next, in one request: also skeletons, and what lazy pages share. */
const AFTER_LOAD =
  /\/((after-load|register-service-worker|retry-after-outages|settled-taps|payment-queries|trusted-script-url)\.ts|(page-skeletons|form-skeletons|screen-skeletons|conversation-page-skeleton|book-preview)\.tsx|(mutationObserver|useMutation|useIsFetching)\.js)$/;

/** What the first script reaches and does not use: the server's loaders, and parts of index files. */
const UNUSED = /\/((page|legal)-loaders\.ts|(mutationObserver|useMutation|useIsFetching)\.js)$/;

/**
 * Everything the first page needs, in one script: what lazy pages share with it would else be cut into two
 * dozen small files, each with its own request and its own poor compression.
 */
function firstScript(): NameOf {
  let needed: Set<string> | undefined;
  return (id, graph) => {
    needed ??= reachable(resolve('src/app/shell/browser.tsx'), graph);
    return needed.has(id) ? 'first' : null;
  };
}

/** The styles of later pages in few files, because the first script names every one of them. By the path in this tree. */
const PAGES =
  /\/(chat|conversations|meetings|safety|trades|reviews|handovers|books|courses|photos|prices|profiles|wanted)\//;

/** What loads after the first script: some scripts, the styles of certain pages, and all other styles. */
function laterParts(): NameOf {
  let first: Set<string> | undefined;
  let skeletons: Set<string> | undefined;
  return (id, graph) => {
    if (AFTER_LOAD.test(id)) return 'after-load';
    if (!id.endsWith('.module.css')) return null;
    first ??= reachable(resolve('src/app/shell/browser.tsx'), graph);
    if (first.has(id)) return null;
    skeletons ??= reachable(resolve('src/app/routing/skeletons/page-skeletons.tsx'), graph);
    // A clone may lie in a folder that is named like one of them.
    const path = relative('.', id);
    return PAGES.test(path) && !/\/admin\//.test(path) && !skeletons.has(id) ? 'pages' : 'after-load';
  };
}

function reachable(entry: string, graph: ModuleGraph): Set<string> {
  const seen = new Set([entry]);
  for (const id of seen)
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? [])
      if (!UNUSED.test(imported)) seen.add(imported);
  return seen;
}

/** The modules that import pages. */
const ROUTE_TABLES =
  /\/src\/app\/routing\/(.+\/)?(route-table|(handover|legal|moderation|purchase|slip)-routes)\.ts$/;

/**
 * How often an entry is loaded: most visits lead to a listing, every visitor sees an advertisement, and most others see these
 * pages. They load little that they do not need.
 */
const FREQUENT: readonly (readonly [RegExp, number])[] = [
  [/\/(book-route|ad-content)\.tsx$/, 100],
  [/\/((course|user|messages|conversation|profile|favorites)-route|sign-in-page)\.tsx$/, 5],
];

/** A document preloads eight scripts: this many, and what every page but Home loads. */
const MAX_PAGE_CHUNKS = 7;

/** The names of the chunks of every page. */
const EVERYWHERE = new Set(['browser', 'first', 'after-load']);

/** What a request is worth: its headers, and that small files compress badly. */
const REQUEST_BYTES = 800;

export const importsPages = (id: string): boolean => ROUTE_TABLES.test(id);

/** A part of a page, such as a dialog, is loaded by few of its visitors. */
const PAGE_WEIGHT = 1;
const PART_WEIGHT = 0.2;

function entryRule(id: string, importers: readonly string[]) {
  const isPage = importers.some(importsPages);
  const [, weight] = FREQUENT.find(([entry]) => entry.test(id)) ?? [null, isPage ? PAGE_WEIGHT : PART_WEIGHT];
  return isPage ? { weight, maxChunks: MAX_PAGE_CHUNKS } : { weight };
}

/** Leaves to the bundler what pages share. */
export const measuredGroups = (): ChunkGroup[] => [
  { name: firstScript(), priority: 1 },
  { name: laterParts() },
];

/**
 * The file of each module: what several pages share is in few files, and what one page needs is in one. It is
 * planned from a build of `measuredGroups`.
 */
export async function plannedGroups(measuredBuild: InlineConfig): Promise<ChunkGroup[]> {
  const chunks = await measureChunks(measuredBuild, entryRule);
  const everywhere = [...chunks.keys()].filter((file) => EVERYWHERE.has(chunks.get(file)!.name));
  const nameOf = new Map<string, string>();
  const give = (name: string, file: string) => {
    for (const id of chunks.get(file)!.modules) nameOf.set(id, name);
  };
  for (const file of everywhere) give(chunks.get(file)!.name, file);
  const pieces = mergeChunks(chunks, { requestBytes: REQUEST_BYTES, everywhere: new Set(everywhere) });
  pieces.forEach((files, at) => files.forEach((file) => give(`shared-${at}`, file)));
  // With their dependencies, which is the default, modules would be in another file than planned.
  return [{ name: (id) => nameOf.get(id) ?? null, includeDependenciesRecursively: false }];
}
