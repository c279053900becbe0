import { expect, it } from 'vitest';
import {
  availabilityText,
  bundleQuestion,
  describeTermChange,
  totalPriceText,
  notAcceptedText,
} from './course-texts.ts';

it.each([
  [0, null, null],
  [3, 1_800, '3 available from $18.00'],
  [99, 1_800, '99 available from $18.00'],
  [100, 1_800, '99+ available from $18.00'],
  [1, 0, '1 available, free'],
  [3, 0, '3 available, some free'],
])('%i copies, the cheapest at %s cents: %j', (availableCount, lowestPrice, text) => {
  expect(availabilityText({ availableCount, lowestPrice })).toBe(text);
});

it.each([
  [5, 8_400, '5 books from $84.00'],
  [1, 0, '1 book, free'],
])('%i books from %i cents: %s', (count, total, text) => {
  expect(totalPriceText(count, total)).toBe(text);
});

it.each([
  ['Fall 2026', 'Spring 2027', false],
  ['Fall 2026', 'Spring 2026', true],
  ['Autumn 2026', 'Summer 2026', true],
  ['Spring 2027', 'Fall 2026', true],
  ['Winter 2026', 'Fall 2026', false],
  ['WS 2026/27', 'SS 2026', false],
  ['Term 2', 'Term 1', false],
])('a change from %s to %s is warned of: %s', (from, to, isBack) => {
  const change = describeTermChange({ from, to, courseCount: 2 });
  expect(change.isBack).toBe(isBack);
  expect(change.text).toMatch(`2 courses would ${isBack ? 'go back' : 'change'} from ${from} to ${to}.`);
});

it('asks the seller of several books for both, or for all of them', () => {
  expect(bundleQuestion(['Chaos'])).toBe(
    'Hi! I am interested in this book, and in “Chaos”. Are both still available?',
  );
  expect(bundleQuestion(['Chaos', 'Republic'])).toMatch(
    /“Chaos” and “Republic”\. Are all 3 still available\?$/,
  );
});

it.each([
  ['older', 0, 'Older edition, free – ask your teacher'],
  ['newer', 0, 'Newer edition, free – ask your teacher'],
  ['newer', 900, 'Newer edition from $9.00 – ask your teacher'],
] as const)('says of a %s edition at %s cents: %s', (kind, price, text) => {
  expect(notAcceptedText(kind, price)).toBe(text);
});
