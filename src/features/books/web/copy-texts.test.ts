import { expect, test } from 'vitest';
import { copyLineText, copySummary, toCopyLines } from './copy-texts.ts';

test('the book page has a short line for each, and marks what a buyer is glad of', () => {
  const lines = (details: Parameters<typeof toCopyLines>[0]) =>
    toCopyLines(details).map(({ id, isGood }) => `${isGood ? '+ ' : ''}${copyLineText(id)}`);
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
  expect(copySummary({ highlighting: 'some', notes: 'none', flaws: ['cover damage'] })).toBe(
    'Some highlighting, no notes, cover damage',
  );
  expect(copySummary(null)).toBe('');
});
