import { expect, test } from 'vitest';
import { literalsIn } from '../../scripts/texts/find-literals.ts';
import { countLiterals, readLiteralCounts } from '../../scripts/texts/literal-counts.ts';

test('texts are in the catalogues: no part of the tree has more outside of them than before', () => {
  const most = readLiteralCounts();
  const risen = Object.entries(countLiterals()).filter(([part, count]) => count > (most[part] ?? 0));
  // `npm run texts -- literals src/ui` lists them.
  expect(risen.map(([part, count]) => `${part}: ${count} texts, at most ${most[part] ?? 0}`)).toEqual([]);
});

test.each([
  ['<p>Not sent</p>', ['Not sent']],
  ['<p aria-label="Send" className="row wide" id="main" />', ['Send']],
  ["toast({ title: 'Saved' })", ['Saved']],
  ['const text = `${name} is typing…`', ['{} is typing…']],
  ["t('ui.action.close')", []],
  ["throw new Error('No such book')", []],
  ["cx('Row', 'Not a text')", []],
  ["const key = { 'Like New': 1 }", []],
  ['sql`SELECT * FROM Books`', []],
])('%s has the texts %j', (code, texts) => {
  expect(literalsIn('sample.tsx', code).map(({ text }) => text)).toEqual(texts);
});
