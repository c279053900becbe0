import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { blankRanges, listFiles, type SourceFile, type TextRange } from './read-source-tree.ts';
import { parseSource, walkTree } from './syntax-tree.ts';

/** The files of `src` that contain a word, without tests; style sheets count as code. */
export interface WordFiles {
  /** Anywhere, also in strings and comments. */
  all: string[];
  /** In code: not only in strings, comments and text of markup. */
  code: string[];
  /** Of `code`, those outside of the feature's own folder. */
  codeElsewhere: string[];
  /** The folders of `codeElsewhere`. */
  foldersElsewhere: string[];
}

export function findWord(
  root: string,
  files: readonly SourceFile[],
  word: string,
  ownFolder: string,
): WordFiles {
  const pattern = new RegExp(word, 'i');
  const product = files.filter(({ path, isTest }) => path.startsWith('src/') && !isTest);
  const styleSheets = listFiles(root, 'src').filter(
    (path) => path.endsWith('.css') && pattern.test(readFileSync(join(root, path), 'utf8')),
  );
  const all = product.filter(({ text }) => pattern.test(text));
  const code = [
    ...all.filter((file) => pattern.test(withoutStrings(file))).map(({ path }) => path),
    ...styleSheets,
  ];
  const codeElsewhere = code.filter((path) => !path.startsWith(ownFolder));
  return {
    all: [...all.map(({ path }) => path), ...styleSheets],
    code,
    codeElsewhere,
    foldersElsewhere: [...new Set(codeElsewhere.map((path) => posix.dirname(path)))],
  };
}

function withoutStrings(file: SourceFile): string {
  const strings: TextRange[] = [];
  walkTree(parseSource(file), (node) => {
    const isString = node.type === 'Literal' && typeof node.value === 'string';
    if (isString || ['TemplateElement', 'JSXText'].includes(node.type)) strings.push(node);
  });
  return blankRanges(file.code, strings);
}
