/**
 * Reads the tree once: every source file, its imports resolved to paths, and its text with comments blanked
 * out.
 */
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
  /** The exported names. */
  exports: string[];
  isTest: boolean;
}

export interface Import {
  /** As in the source. */
  specifier: string;
  /** A path in the tree if the import is internal, otherwise undefined. */
  path?: string;
  line: number;
  /** The imported names; null for a dynamic import of the whole module. */
  names: string[] | null;
}

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const isCode = /\.(ts|tsx|mjs)$/;

export const files: readonly SourceFile[] = ['src', 'packages', 'tests', 'scripts', 'bench']
  .flatMap(listFiles)
  .map(readSource);

export const sources = files.filter((file) => file.path.startsWith('src/'));

/** The product's files without its tests. */
export const product = sources.filter((file) => !file.isTest);

/** All files below a folder of the root, as paths; empty if the folder does not exist. */
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

/** 'Default', or the local name of a namespace import. */
function nameOf({ name, kind }: { name: string | null; kind: string }): string {
  return name ?? kind;
}

function resolved(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (/^#(packages|tests)\//.test(specifier)) return specifier.slice(1);
  return /^#(app|demo|features|platform|ui)\//.test(specifier) ? `src/${specifier.slice(1)}` : undefined;
}

/** Support code that only tests use counts as a test. */
function isTest(path: string, imports: readonly Import[]): boolean {
  return (
    /^tests\/|\.(test|spec)\.tsx?$/.test(path) || imports.some((entry) => entry.path?.startsWith('tests/'))
  );
}
