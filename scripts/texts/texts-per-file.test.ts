import { expect, test } from 'vitest';
import { type BuildGraph, textsPerFile } from './texts-per-file.ts';

type Nodes = { imports?: string[]; dynamicImports?: string[] };

/** A module in the chunk of that name; without one if nothing of it is built. */
const module = (chunk: string | null, code: string, { imports = [], dynamicImports = [] }: Nodes = {}) => ({
  code,
  imports,
  dynamicImports,
  ...(chunk !== null && { chunk }),
});

const chunk = ({ imports = [], dynamicImports = [] }: Nodes = {}) => ({ imports, dynamicImports });

const graph: BuildGraph = {
  entry: 'entry',
  withFirst: ['skeletons'],
  pages: new Map([
    ['book', 'book-route'],
    ['chat', 'chat-route'],
  ]),
  parts: new Map([['toast', 'toast']]),
  modules: new Map([
    [
      'entry',
      module('entry.js', 't("a.entry")', {
        imports: ['first'],
        dynamicImports: ['book', 'chat', 'toast', 'skeletons'],
      }),
    ],
    // A door, of which nothing is left, leads to what only a page shows.
    ['first', module('first.js', 't(`a.first`)', { imports: ['door'], dynamicImports: ['shared-dialog'] })],
    ['door', module(null, '', { imports: ['first-part', 'piece'] })],
    ['first-part', module('first.js', "t('a.first-part')")],
    ['skeletons', module('skeletons.js', "t('a.skeleton')")],
    [
      'toast',
      module('toast.js', 't("a.toast"),t("a.first")', { dynamicImports: ['shared-dialog', 'skeletons'] }),
    ],
    ['shared-dialog', module('shared.js', 't("a.shared-dialog")', { imports: ['piece'] })],
    ['piece', module('piece.js', 't("a.piece")')],
    [
      'book',
      module('book.js', 't("a.book"),t("a.first")', {
        imports: ['entry', 'door'],
        dynamicImports: ['dialog', 'shared-dialog'],
      }),
    ],
    ['dialog', module('dialog.js', 't("a.dialog"),x("a.unknown")')],
    // In one chunk with what the book's page imports.
    ['chat', module('chat.js', 't("a.chat")', { imports: ['chat-part'] })],
    ['chat-part', module('piece.js', 't("a.chat-part")')],
  ]),
  chunks: new Map([
    [
      'entry.js',
      chunk({
        imports: ['first.js'],
        dynamicImports: ['book.js', 'chat.js', 'toast.js', 'skeletons.js'],
      }),
    ],
    ['first.js', chunk({ dynamicImports: ['shared.js'] })],
    ['skeletons.js', chunk()],
    ['toast.js', chunk({ dynamicImports: ['shared.js', 'skeletons.js'] })],
    ['shared.js', chunk({ imports: ['piece.js'] })],
    ['piece.js', chunk()],
    ['book.js', chunk({ imports: ['entry.js', 'piece.js'], dynamicImports: ['dialog.js', 'shared.js'] })],
    ['dialog.js', chunk()],
    ['chat.js', chunk({ imports: ['piece.js'] })],
  ]),
};

test('a page has its texts and those of its dialogs, none of the first script and none of other pages', () => {
  const ids = [
    ...new Set([...graph.modules.values()].flatMap(({ code }) => code.match(/a\.[a-z-]+/g) ?? [])),
  ];
  const known = ids.filter((id) => id !== 'a.unknown');
  expect(Object.fromEntries(textsPerFile(graph, known))).toEqual({
    first: ['a.entry', 'a.first', 'a.first-part', 'a.skeleton'],
    later: ['a.piece', 'a.shared-dialog', 'a.toast'],
    toast: ['a.toast'],
    // It imports the piece itself, so it does not wait for 'later'.
    'book-route': ['a.book', 'a.dialog', 'a.piece'],
    'chat-route': ['a.chat', 'a.chat-part'],
  });
});
