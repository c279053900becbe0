import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_COURSE_LENGTH, toCourseCode, toCourseCodes, uniqueCourses, writeCourse } from './course-code.ts';

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

it.each([
  ['cs201', 'CS 201'],
  ['cs-201', 'CS 201'],
  ['  cs  201 ', 'CS 201'],
  ['math101a', 'MATH 101A'],
  ['cisc p81', 'CISC P81'],
  ['cs-uy 3083', 'CS-UY 3083'],
  ['6.006', '6.006'],
  ['my own 7', 'MY OWN 7'],
  ['física2', 'FÍSICA 2'],
  ['chem', null],
  ['', null],
])('%j typed is written %j', (typed, written) => {
  expect(writeCourse(typed)).toBe(written);
});

it('writes a course with the code of what was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: MAX_COURSE_LENGTH }), (typed) => {
      const written = writeCourse(typed);
      expect(written === null ? null : toCourseCode(written)).toBe(toCourseCode(typed));
      if (written !== null) expect(written.length).toBeLessThanOrEqual(MAX_COURSE_LENGTH);
    }),
  );
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
