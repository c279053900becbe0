import { expect, it } from 'vitest';
import { isMistypedIsbn, kindsOfText, toWantedInput } from './to-wanted-input.ts';

it('takes a number with the right check digit as an ISBN', () => {
  expect(toWantedInput(' 978-0-262-04630-5 ')).toEqual({ isbn: '9780262046305' });
  expect(toWantedInput('9780262046306')).toEqual({ words: '9780262046306' });
});

it('knows a mistyped ISBN from words', () => {
  const mistyped = ['978-0-262-04630-6', '0-306-40615-3', 'ISBN 030640615X', '1234567890123'];
  const others = [
    '978-0-262-04630-5',
    '0306406152',
    '1984',
    '123456789',
    '12345678901',
    'Nineteen 1234567890',
  ];
  expect([...mistyped, ...others].filter(isMistypedIsbn)).toEqual(mistyped);
});

it.each([
  ['Psych 101', 'PSYCH 101'],
  ['W1004', 'W 1004'],
  ['50CP', '50CP'],
  ['econ-1', 'ECON 1'],
  ['CS-UY 3083', 'CS-UY 3083'],
])('takes %s as the course %s', (text, course) => {
  expect(toWantedInput(text)).toEqual({ course });
});

it('takes what is written like a course for one', () => {
  const courses = 'MATH 101, cs3220, CISC P81, Phys 12B, Stats 10, BIO 5, COMPSCI 61A, 6.006'.split(', ');
  expect(courses.filter((text) => 'words' in toWantedInput(text))).toEqual([]);
});

it('takes what is rather a title as words', () => {
  const titles =
    'real analysis, Calculus 2, 1984, MATHEMATICS 1234567890, Fahrenheit 451, C, Harry Potter 3, 2nd edition';
  for (const words of titles.split(', ')) expect(toWantedInput(words)).toEqual({ words });
});

it('takes a text that may be a course or words as its user says', () => {
  expect(kindsOfText('catch 22')).toEqual(['course', 'words']);
  expect(toWantedInput('catch 22', 'words')).toEqual({ words: 'catch 22' });
  expect(kindsOfText('Calculus 2')).toEqual(['words', 'course']);
  expect(toWantedInput('Calculus 2', 'course')).toEqual({ course: 'CALCULUS 2' });
  expect(kindsOfText('Biology 101')).toEqual(['words', 'course']);
  expect(toWantedInput('Biology 101', 'course')).toEqual({ course: 'BIOLOGY 101' });
  expect(kindsOfText('real analysis')).toEqual(['words']);
  expect(kindsOfText('978-0-262-04630-5')).toEqual(['words']);
});

it('cuts a text that is too long', () => {
  expect(toWantedInput('x'.repeat(200))).toEqual({ words: 'x'.repeat(100) });
});
