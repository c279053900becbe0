import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldLetters, foldText } from './fold-text.ts';

it.each([
  ['Cálculo diferencial', 'Calculo diferencial'],
  ['Straße', 'Strasse'],
  ['Łódź, Øystein', 'Lodz  Oystein'],
  ['كِتَابُ', 'كتاب'],
  ['كتـــاب', 'كتاب'],
  ['أحمد إبراهيم آدم ٱلكتاب', 'احمد ابراهيم ادم الكتاب'],
  ['مدرسة على', 'مدرسه علي'],
  ['سؤال قائمة', 'سوال قايمه'],
  ['کتاب فارسی', 'كتاب فارسي'],
  ['ﻛﺘﺎﺏ', 'كتاب'],
  ['סֵפֶר בֵּית־סֵפֶר', 'ספר בית ספר'],
  ['١٢٣ ۴۵۶ ७८९ １２', '123 456 789 12'],
  ["O'Reilly’s", 'OReillys'],
  ['«¿Qué?» “a” ، ؛ ؟ 5€', '  Que    a        5 '],
  ['co\u00adoperate\u200b', 'cooperate'],
  ['ΛΟΓΟΣ λόγος', 'ΛΟΓΟΣ λογοσ'],
  ['हिन्दी 한국어 が', 'हिन्दी 한국어 が'],
])('%j is %j', (text, folded) => expect(foldText(text)).toBe(folded));

it('keeps punctuation where only letters are folded', () =>
  expect(foldLetters('¿Qué “es”, أ؟ O’Reilly')).toBe('¿Que “es”, ا؟ O’Reilly'));

it('gives the same when it folds again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
  );
});
