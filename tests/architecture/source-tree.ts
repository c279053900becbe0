/** Reads the tree once: every source file, its imports resolved to paths, its text with the comments blanked out. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export interface SourceFile {
  /** From the repository's root, with slashes: `src/features/books/contract.ts`. */
  path: string;
  text: string;
  /** The text without comments, same length and lines. */
  code: string;
  imports: Import[];
  /** The names that it exports. */
  exports: string[];
  isTest: boolean;
}

export interface Import {
  /** As written. */
  specifier: string;
  /** A path of the tree for our own files, else undefined. */
  path?: string;
  line: number;
  /** What is taken of it; null where it is fetched later, as a whole. */
  names: string[] | null;
}

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const isCode = /\.(ts|tsx|mjs)$/;

export const files: readonly SourceFile[] = ['src', 'packages', 'tests', 'scripts', 'bench']
  .flatMap(listFiles)
  .map(readSource);

export const sources = files.filter((file) => file.path.startsWith('src/'));

/** What the product consists of, without its tests. */
export const product = sources.filter((file) => !file.isTest);

/** All files below a folder of the root, as paths; none when there is no such folder. */
export function listAll(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((path) => !path.includes('node_modules/') && !path.includes('/dist/'));
  } catch {
    return [];
  }
}

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

function listFiles(folder: string): string[] {
  return listAll(folder)
    .filter((path) => isCode.test(path))
    .sort();
}

function readSource(path: string): SourceFile {
  const text = read(path);
  const parsed = parseSync(path, text);
  if (parsed.errors[0]) throw new Error(`${path}: ${parsed.errors[0].message}`);
  let code = text;
  for (const comment of parsed.comments) {
    const blank = text.slice(comment.start, comment.end).replaceAll(/[^\n]/g, ' ');
    code = code.slice(0, comment.start) + blank + code.slice(comment.end);
  }
  const { staticImports, staticExports, dynamicImports } = parsed.module;
  const exported = staticExports.flatMap(({ entries }) => entries);
  const found: { specifier: string; start: number; names: string[] | null }[] = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      start: moduleRequest.start,
      names: entries.map(({ importName }) => nameOf(importName)),
    })),
    ...exported.flatMap(({ moduleRequest, importName }) =>
      moduleRequest === null
        ? []
        : { specifier: moduleRequest.value, start: moduleRequest.start, names: [nameOf(importName)] },
    ),
  ];
  for (const { moduleRequest } of dynamicImports) {
    const written = text.slice(moduleRequest.start, moduleRequest.end);
    if (/^['"`][^$]*['"`]$/.test(written))
      found.push({ specifier: written.slice(1, -1), start: moduleRequest.start, names: null });
  }
  const imports = found.map(({ specifier, start, names }) => ({
    specifier,
    path: resolved(path, specifier),
    line: text.slice(0, start).split('\n').length,
    names,
  }));
  return {
    path,
    text,
    code,
    isTest: isTest(path, imports),
    imports,
    exports: exported.map(({ exportName }) => nameOf(exportName)),
  };
}

/** 'Default', or what stands for all of a module, where it has no name of its own. */
function nameOf({ name, kind }: { name: string | null; kind: string }): string {
  return name ?? kind;
}

function resolved(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (/^#(packages|tests)\//.test(specifier)) return specifier.slice(1);
  return /^#(app|demo|features|platform|ui)\//.test(specifier) ? `src/${specifier.slice(1)}` : undefined;
}

/** What is needed by tests alone counts as one: it stands beside them and has their support. */
function isTest(path: string, imports: readonly Import[]): boolean {
  return (
    /^tests\/|\.(test|spec)\.tsx?$/.test(path) || imports.some((entry) => entry.path?.startsWith('tests/'))
  );
}
