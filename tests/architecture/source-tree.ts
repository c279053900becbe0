/** The tree of this repository, read once. */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export interface SourceFile {
  /** From the root, with slashes: `src/features/books/contract.ts`. */
  path: string;
  text: string;
  /** The text without comments, same length and lines. */
  code: string;
  imports: Import[];
  exports: Export[];
  isTest: boolean;
}

interface Import {
  /** As written. */
  specifier: string;
  /** A path of the tree for a file of the tree, else undefined. */
  path?: string;
  line: number;
  /** The names that it imports; null for a dynamic import, which takes the whole module. */
  names: string[] | null;
  /**
   * Whether the imported module is evaluated before this one: neither a dynamic import nor one of types
   * alone.
   */
  isAtLoad: boolean;
}

interface Export {
  name: string;
  isType: boolean;
}

/** The folders with code. */
export const CODE_FOLDERS = ['src', 'packages', 'tests', 'scripts', 'bench'];

const CODE_FILE = /\.(ts|tsx|mjs)$/;

export const files: readonly SourceFile[] = CODE_FOLDERS.flatMap(listAll)
  .filter((path) => CODE_FILE.test(path))
  .map((path) => readSourceFile(path, read(path)));

export const sources = files.filter((file) => file.path.startsWith('src/'));

/** The code of the product, without its tests. */
export const product = sources.filter((file) => !file.isTest);

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** All files below a folder of the root, as sorted paths; none when there is no such folder. */
export function listAll(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .filter((path) => !path.includes('node_modules/') && !path.includes('/dist/'))
      .sort();
  } catch {
    return [];
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Replaces comments by spaces; lines stay where they are. */
function blankComments(text: string, comments: readonly { start: number; end: number }[]): string {
  let blanked = text;
  for (const { start, end } of comments)
    blanked = blanked.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + blanked.slice(end);
  return blanked;
}

function readSourceFile(path: string, text: string): SourceFile {
  const parsed = parseSync(path, text);
  if (parsed.errors[0]) throw new Error(`${path}: ${parsed.errors[0].message}`);
  const imports = findImports(path, text, parsed.module);
  return {
    path,
    text,
    code: blankComments(text, parsed.comments),
    imports,
    exports: parsed.module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName, isType }) => ({ name: toName(exportName), isType })),
    ),
    isTest: isTest(path, imports),
  };
}

function findImports(path: string, text: string, module: ReturnType<typeof parseSync>['module']): Import[] {
  const { staticImports, staticExports, dynamicImports } = module;
  const found: (Pick<Import, 'specifier' | 'names' | 'isAtLoad'> & { start: number })[] = [
    ...staticImports.map(({ moduleRequest, entries }) => ({
      specifier: moduleRequest.value,
      start: moduleRequest.start,
      names: entries.map(({ importName }) => toName(importName)),
      isAtLoad: entries.length === 0 || entries.some(({ isType }) => !isType),
    })),
    ...staticExports
      .flatMap(({ entries }) => entries)
      .flatMap(({ moduleRequest, importName, isType }) =>
        moduleRequest === null
          ? []
          : {
              specifier: moduleRequest.value,
              start: moduleRequest.start,
              names: [toName(importName)],
              isAtLoad: !isType,
            },
      ),
  ];
  for (const { moduleRequest } of dynamicImports) {
    const written = text.slice(moduleRequest.start, moduleRequest.end);
    if (/^['"`][^$]*['"`]$/.test(written))
      found.push({
        specifier: written.slice(1, -1),
        start: moduleRequest.start,
        names: null,
        isAtLoad: false,
      });
  }
  return found.map(({ start, ...entry }) => ({
    ...entry,
    path: resolveSpecifier(path, entry.specifier),
    line: lineAt(text, start),
  }));
}

/** 'Default' or 'NamespaceObject', for example, for an entry without a name. */
function toName({ name, kind }: { name: string | null; kind: string }): string {
  return name === 'default' ? 'Default' : (name ?? kind);
}

function resolveSpecifier(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  if (/^#(packages|tests)\//.test(specifier)) return specifier.slice(1);
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : undefined;
}

/** A file that only tests need counts as a test: it is beside them and imports their support. */
function isTest(path: string, imports: readonly Import[]): boolean {
  return (
    /^tests\/|\.(test|spec)\.tsx?$/.test(path) || imports.some((entry) => entry.path?.startsWith('tests/'))
  );
}
