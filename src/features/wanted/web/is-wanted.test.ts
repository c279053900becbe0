import { expect, it } from 'vitest';
import { isWanted } from './is-wanted.ts';

const words = { isbn: null, course: null, words: 'Réal Analysis', maxPrice: 2_000, minCondition: null };

it('knows an entry in every spelling', () => {
  expect(isWanted([words], { words: 'real, analysis!' })).toBe(true);
  expect(isWanted([words], { words: 'analysis' })).toBe(false);
  const arabic = { ...words, words: 'أُصُول الفِقه ٢' };
  expect(isWanted([arabic], { words: 'اصول الفقه 2' })).toBe(true);
  const course = { ...words, words: null, course: 'MATH 101' };
  expect(isWanted([course], { course: 'math-101' })).toBe(true);
  expect(isWanted([course], { words: 'math 101' })).toBe(false);
  const isbn = { ...words, words: null, isbn: '9780262046305' };
  expect(isWanted([course, isbn], { isbn: '9780262046305' })).toBe(true);
  expect(isWanted([], { isbn: '9780262046305' })).toBe(false);
});

it('counts an entry only if its limits are as wide', () => {
  const want = { words: 'real analysis' };
  expect(isWanted([words], { ...want, maxPrice: 2_000 })).toBe(true);
  expect(isWanted([words], { ...want, maxPrice: 2_001 })).toBe(false);
  expect(isWanted([words], { ...want, maxPrice: null })).toBe(false);
  const good = { ...words, maxPrice: null, minCondition: 'Good' as const };
  expect(isWanted([good], { ...want, maxPrice: null, minCondition: 'Excellent' })).toBe(true);
  expect(isWanted([good], { ...want, minCondition: 'Fair' })).toBe(false);
  expect(isWanted([good], { ...want, minCondition: null })).toBe(false);
});
