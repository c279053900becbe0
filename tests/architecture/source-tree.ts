/** The tree of this repository, read once. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFiles, readSourceTree, type SourceFile } from '../../scripts/figures/read-source-tree.ts';

export type { SourceFile } from '../../scripts/figures/read-source-tree.ts';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const files: readonly SourceFile[] = readSourceTree(root);

export const sources = files.filter((file) => file.path.startsWith('src/'));

/** The code of the product, without its tests. */
export const product = sources.filter((file) => !file.isTest);

/** All files below a folder of the root, as paths; none when there is no such folder. */
export const listAll = (folder: string) => listFiles(root, folder);

export function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}
