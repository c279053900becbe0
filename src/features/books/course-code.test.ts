import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCourseCode, toCourseCodes, uniqueCourses } from './course-code.ts';

it.each([
  ['MATH 101', 'MATH101'],
  ['math-101', 'MATH101'],
  ['Math101', 'MATH101'],
  ['CS3220', 'CS3220'],
  ['CS 3220', 'CS3220'],
  ['cs-3220', 'CS3220'],
  ['CISC P81', 'CISCP81'],
  ['W1004', 'W1004'],
  ['50CP', '50CP'],
  ['CS-UY 3083', 'CSUY3083'],
  ['6.006', '6006'],
  [' math  101 ', 'MATH101'],
  ['ＭＡＴＨ　１０１', 'MATH101'],
  ['MATH\u00a0101', 'MATH101'],
  ['MATH\u2013101', 'MATH101'],
  ['Física 2', 'FÍSICA2'],
  ['Fi\u0301sica 2', 'FÍSICA2'],
])('%j is the course %s', (written, code) => {
  expect(toCourseCode(written)).toBe(code);
});

it.each(['', ' - ', 'MATH', '7', 'MATHEMATICS 1234567890', '📚'])('%j is no course', (written) => {
  expect(toCourseCode(written)).toBeNull();
});

it('returns the same code for a code, however it is spaced and cased', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), (written) => {
      const code = toCourseCode(written);
      if (code === null) return;
      expect(toCourseCode(code)).toBe(code);
      expect(toCourseCode([...code].join(' - '))).toBe(code);
      expect(toCourseCode(code.toLowerCase())).toBe(toCourseCode(code.toLowerCase().toUpperCase()));
    }),
  );
});

it('keeps the first spelling of each course', () => {
  const written = ['Math 101', 'chem-201', 'MATH101', 'no course', 'Chem 201'];
  expect(uniqueCourses(written)).toEqual(['Math 101', 'chem-201']);
  expect(toCourseCodes(written)).toEqual(['MATH101', 'CHEM201']);
});
