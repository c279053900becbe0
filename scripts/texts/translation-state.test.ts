import { expect, test } from 'vitest';
import { compareWithEnglish, toState } from './translation-state.ts';

const catalogue = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([id, defaultMessage]) => [id, { defaultMessage }]));

const english = catalogue({ 'a.close': 'Close', 'a.sell': 'Sell' });
const german = catalogue({ 'a.close': 'Schließen', 'a.sell': 'Verkaufen' });
const state = toState(english, german, {});

test('a language with every text lacks nothing', () => {
  expect(compareWithEnglish(english, german, state)).toEqual({ missing: [], stale: [] });
});

test('a text that is not translated is missing', () => {
  const longer = { ...english, ...catalogue({ 'a.buy': 'Buy' }) };
  expect(compareWithEnglish(longer, german, state)).toEqual({ missing: ['a.buy'], stale: [] });
});

test('a translation is stale from a change of its English text until it is changed itself', () => {
  const changed = { ...english, ...catalogue({ 'a.sell': 'Sell a book' }) };
  const stale = { missing: [], stale: ['a.sell'] };
  expect(compareWithEnglish(changed, german, state)).toEqual(stale);
  expect(compareWithEnglish(changed, german, toState(changed, german, state))).toEqual(stale);
  const newer = { ...german, ...catalogue({ 'a.sell': 'Buch verkaufen' }) };
  expect(compareWithEnglish(changed, newer, toState(changed, newer, state)).stale).toEqual([]);
});

test('a translation of an unknown English text is stale', () => {
  expect(compareWithEnglish(english, german, {}).stale).toEqual(['a.close', 'a.sell']);
});
