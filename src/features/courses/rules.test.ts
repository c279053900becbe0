import { expect, it } from 'vitest';
import { toCourseSearch } from './rules.ts';

it.each([
  ['', ''],
  ['m', ''],
  [' M- ', ''],
  ['ma', 'ma'],
  [' ma ', 'ma'],
  ['m 1', 'm 1'],
  ['ﬁ', 'ﬁ'],
  ['--', ''],
])('while %j is typed, searches courses by %j', (typed, search) => {
  expect(toCourseSearch(typed)).toBe(search);
});
