import { posix } from 'node:path';
import type { SourceFile } from './read-source-tree.ts';

interface UnusedExport {
  path: string;
  name: string;
  isType: boolean;
}

/**
 * Every export that no other file imports, tests included.
 * @param isEntry whether a program that is not in the tree reads the file, so that all of its exports are
 *   used
 */
export function findUnusedExports(
  files: readonly SourceFile[],
  isEntry: (path: string) => boolean = () => false,
): UnusedExport[] {
  const importers = new Map<string, { names: string[] | null; code: string }[]>();
  for (const { path: from, code, text, imports } of files) {
    for (const { path, names } of [...imports, ...findTypeImports(from, text)]) {
      if (path === undefined || path === from) continue;
      const known = importers.get(path) ?? [];
      importers.set(path, [...known, { names, code }]);
    }
  }
  const isUsed = (path: string, name: string) =>
    importers.get(path)?.some(({ names, code }) => {
      if (names?.includes(name)) return true;
      const isWhole = names === null || names.includes('NamespaceObject') || names.includes('All');
      return isWhole && (name === 'Default' || new RegExp(`\\b${name}\\b`).test(code));
    }) ?? false;
  return files
    .filter(({ path }) => !isEntry(path))
    .flatMap(({ path, exports }) =>
      exports.filter(({ name }) => !isUsed(path, name)).map((entry) => ({ path, ...entry })),
    );
}

/** `import('./file.ts').Name` in types, also in those of comments, which the parser does not list. */
function findTypeImports(from: string, text: string): { path: string; names: null }[] {
  return [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map(([, specifier = '']) => ({
    path: posix.join(posix.dirname(from), specifier),
    names: null,
  }));
}
