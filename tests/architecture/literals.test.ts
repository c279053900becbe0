import { expect, test } from 'vitest';
import { findLiterals, literalsIn } from '../../scripts/texts/find-literals.ts';

test('every text is in a catalogue', () => {
  // `npm run texts -- literals src/ui` lists those of a folder. What is none is in `literal-exceptions.ts`.
  expect(findLiterals().map(({ path, line, text }) => `${path}:${line}: ${text}`)).toEqual([]);
});

test.each([
  ['<p>Not sent</p>', ['Not sent']],
  ['<p aria-label="Send" className="row wide" id="main" />', ['Send']],
  ["toast({ title: 'Saved' })", ['Saved']],
  ['const text = `${name} is typing…`', ['{} is typing…']],
  ["t('ui.action.close')", []],
  ["throw new Error('No such book')", []],
  ["reject(new Error('No such book'))", []],
  ["new Dialog('Sell a book')", ['Sell a book']],
  ["fetchBooks({ subject: 'Computer Science' })", []],
  ['<b>Mathematics</b>', ['Mathematics']],
  ['<b>A&nbsp;</b>', []],
  ["cx('Row', 'Not a text')", []],
  ["const key = { 'Like New': 1 }", []],
  ['sql`SELECT * FROM Books`', []],
])('%s has the texts %j', (code, texts) => {
  expect(literalsIn('sample.tsx', code).map(({ text }) => text)).toEqual(texts);
});
