/** Exceptions may only shrink. Entries of functions and folders that are larger than needed fail too. */
import { expect, test } from 'vitest';
import { countFolderFiles } from '../../scripts/figures/count-folder-files.ts';
import { findLongComments } from '../../scripts/figures/find-long-comments.ts';
import { MAX_FUNCTION_LINES, maxLines, measureFunctions } from '../../scripts/figures/measure-functions.ts';
import { folderExceptions, functionExceptions, longCommentCounts } from './size-exceptions.ts';
import { files, root } from './source-tree.ts';

const MAX_FILES = 25;

test('no function is over 60 lines, or over 90 where it is mostly markup', () => {
  const long = files
    .filter(({ text }) => text.split('\n').length > MAX_FUNCTION_LINES)
    .flatMap(measureFunctions)
    .filter((entry) => entry.lines > maxLines(entry));
  const lengths = new Map(long.map(({ path, name, lines }) => [`${path} ${name}`, lines]));
  const grown = [...lengths].filter(([key, lines]) => lines > (functionExceptions[key] ?? 0));
  expect(grown).toEqual([]);
  const shrunk = Object.entries(functionExceptions)
    .filter(([key, lines]) => lines > (lengths.get(key) ?? 0))
    .map(([key]) => {
      const now = lengths.get(key);
      return now === undefined ? `remove the entry '${key}'` : `shrink the entry '${key}' to ${now}`;
    });
  expect(shrunk).toEqual([]);
});

test('no comment line is over 110 columns', () => {
  const long = findLongComments(root, files);
  const folderOf = (path: string) => /^src\/(features\/)?[^/]+|^[^/]+/.exec(path)?.[0] ?? '';
  const folders = new Set(long.map(folderOf));
  const wrong = [...folders].flatMap((folder) => {
    const own = long.filter((place) => folderOf(place) === folder);
    const allowed = longCommentCounts[folder] ?? 0;
    if (own.length > allowed) return allowed === 0 ? own : [`${folder}: ${own.length}, at most ${allowed}`];
    return [];
  });
  expect(wrong).toEqual([]);
});

test('no folder has more than 25 files, without those of its subfolders', () => {
  const counts = new Map(countFolderFiles(root).filter(([, count]) => count > MAX_FILES));
  expect([...counts].filter(([folder, count]) => count > (folderExceptions[folder] ?? MAX_FILES))).toEqual(
    [],
  );
  const shrunk = Object.keys(folderExceptions).filter((folder) => !counts.has(folder));
  expect(shrunk.map((folder) => `remove the entry '${folder}'`)).toEqual([]);
});
