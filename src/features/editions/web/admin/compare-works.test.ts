import { expect, it } from 'vitest';
import { differClearly, searchOfBoth } from './compare-works.ts';

const calculus = { title: 'Calculus', author: 'James Stewart' };

it.each([
  { title: 'Calculus: Early Transcendentals', author: 'Stewart, J.' },
  { title: 'CÁLCULUS', author: null },
  { title: null, author: 'James Stewart' },
])('takes $title of $author for alike', (other) => {
  expect(differClearly(calculus, other)).toBe(false);
});

it.each([
  { title: 'Organic Chemistry', author: 'James Stewart' },
  { title: 'Calculus', author: 'Michael Spivak' },
])('warns of $title of $author', (other) => {
  expect(differClearly(calculus, other)).toBe(true);
});

it('searches for what finds both halves', () => {
  expect(searchOfBoth(calculus, { isbn: '1', title: 'Calculus, Metric' })).toBe('calculus');
  expect(searchOfBoth(calculus, { isbn: '1', title: 'Chemistry' })).toBe('James Stewart');
  expect(searchOfBoth({ title: null, author: null }, { isbn: '1', title: null })).toBe('1');
});
