import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CODE_FOLDERS, lineAt, listFiles, type SourceFile, type TextRange } from './read-source-tree.ts';

export const MAX_COMMENT_COLUMNS = 110;

/** `file:line` for each line with a comment, or a part of one, that is too long. */
export function findLongComments(root: string, files: readonly SourceFile[]): string[] {
  const styleSheets = CODE_FOLDERS.flatMap((folder) => listFiles(root, folder))
    .filter((path) => path.endsWith('.css'))
    .map((path) => readStyleSheet(root, path));
  return [...files, ...styleSheets].flatMap(({ path, text, comments }) => {
    const lines = text.split('\n');
    const commented = new Set(
      comments.flatMap(({ start, end }) => {
        const [first, last] = [lineAt(text, start), lineAt(text, end)];
        return Array.from({ length: last - first + 1 }, (_, index) => first + index);
      }),
    );
    return [...commented]
      .filter((line) => lines[line - 1]!.length > MAX_COMMENT_COLUMNS)
      .map((line) => `${path}:${line}`);
  });
}

function readStyleSheet(root: string, path: string): { path: string; text: string; comments: TextRange[] } {
  const text = readFileSync(join(root, path), 'utf8');
  const comments = [...text.matchAll(/\/\*[^]*?\*\//g)].map(({ index, 0: comment }) => ({
    start: index,
    end: index + comment.length,
  }));
  return { path, text, comments };
}
