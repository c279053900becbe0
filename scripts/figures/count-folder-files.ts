import { posix } from 'node:path';
import { CODE_FOLDERS, listFiles } from './read-source-tree.ts';

/** How many files each folder with code has, without those of its subfolders; the fullest first. */
export function countFolderFiles(root: string): [folder: string, files: number][] {
  const counts = new Map<string, number>();
  for (const path of CODE_FOLDERS.flatMap((folder) => listFiles(root, folder))) {
    const folder = posix.dirname(path);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].sort(([, one], [, other]) => other - one);
}
