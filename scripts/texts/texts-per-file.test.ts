import { expect, test } from 'vitest';
import { textsPerFile } from './texts-per-file.ts';

const chunk = (code: string, imports: string[] = [], dynamicImports: string[] = []) => ({
  code,
  imports,
  dynamicImports,
});

test('a page has its texts and those of its dialogs, and none of the first script', () => {
  const chunks = new Map([
    ['entry.js', chunk('t("a.entry")', ['first.js'], ['book.js', 'toast.js', 'skeletons.js'])],
    ['first.js', chunk('t(`a.first`)', [], ['shared-dialog.js'])],
    ['skeletons.js', chunk("t('a.skeleton')")],
    ['toast.js', chunk('t("a.toast"),t("a.first")', [], ['shared-dialog.js'])],
    ['shared-dialog.js', chunk('t("a.shared-dialog")', ['piece.js'])],
    ['piece.js', chunk('t("a.piece")')],
    [
      'book.js',
      chunk('t("a.book"),t("a.first")', ['entry.js', 'piece.js'], ['dialog.js', 'shared-dialog.js']),
    ],
    ['dialog.js', chunk('t("a.dialog"),x("a.unknown")')],
  ]);
  const ids = ['entry', 'first', 'skeleton', 'toast', 'shared-dialog', 'piece', 'book', 'dialog', 'unused'];
  const graph = {
    entry: 'entry.js',
    withFirst: ['skeletons.js'],
    pages: new Map([['book.js', 'book-route']]),
    parts: new Map([['toast.js', 'toast']]),
    chunks,
  };
  expect(
    Object.fromEntries(
      textsPerFile(
        graph,
        ids.map((id) => `a.${id}`),
      ),
    ),
  ).toEqual({
    first: ['a.entry', 'a.first', 'a.skeleton'],
    later: ['a.piece', 'a.shared-dialog', 'a.toast'],
    toast: ['a.toast'],
    // It imports the piece itself, so it does not wait for 'later'.
    'book-route': ['a.book', 'a.dialog', 'a.piece'],
  });
});
