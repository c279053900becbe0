import { expect, test } from 'vitest';
import {
  formatConditionLines,
  formatConditionSummary,
  normalizeConditionDetails,
} from './condition-details.ts';

test('only what is said is kept, in one form', () => {
  expect(normalizeConditionDetails({})).toBeNull();
  expect(
    normalizeConditionDetails({ highlighting: null, notes: undefined, flaws: [], isInstructorCopy: false }),
  ).toBeNull();
  const details = normalizeConditionDetails({
    isInternationalEdition: true,
    flaws: ['cover damage', 'loose pages', 'cover damage'],
    highlighting: 'some',
  });
  expect(JSON.stringify(details)).toBe(
    '{"highlighting":"some","flaws":["loose pages","cover damage"],"isInternationalEdition":true}',
  );
});

test('the book page has a short line for each, and marks what a buyer is glad of', () => {
  const lines = (details: Parameters<typeof formatConditionLines>[0]) =>
    formatConditionLines(details).map(({ text, isGood }) => `${isGood ? '+ ' : ''}${text}`);
  expect(lines(null)).toEqual([]);
  expect(
    lines({
      highlighting: 'some',
      notes: 'none',
      accessCode: 'unused',
      flaws: ['missing pages', 'cover damage'],
      isInternationalEdition: true,
      isInstructorCopy: true,
    }),
  ).toEqual([
    'Some highlighting',
    '+ No notes',
    '+ Access code unused',
    'Missing pages',
    'Cover damage',
    'International edition',
    'Instructor copy',
  ]);
  expect(lines({ highlighting: 'none', notes: 'heavy', accessCode: 'not included' })).toEqual([
    '+ No highlighting',
    'Heavy notes',
    'Access code not included',
  ]);
});

test('the folded section says them in one line', () => {
  expect(formatConditionSummary({ highlighting: 'some', notes: 'none', flaws: ['cover damage'] })).toBe(
    'Some highlighting, no notes, cover damage',
  );
  expect(formatConditionSummary(null)).toBe('');
});
