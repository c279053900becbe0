import { expect, it } from 'vitest';
import { toWantedInput } from './to-wanted-input.ts';

it('takes a number with the right check digit as an ISBN', () => {
  expect(toWantedInput(' 978-0-262-04630-5 ')).toEqual({ isbn: '9780262046305' });
  expect(toWantedInput('9780262046306')).toEqual({ words: '9780262046306' });
});

it.each(['MATH 101', 'cs3220', 'CS-UY 3083', 'CISC P81', 'Phys 12B'])('takes %s as a course', (course) => {
  expect(toWantedInput(course)).toEqual({ course });
});

it.each(['real analysis', 'Calculus 2', '1984', 'Fahrenheit 451', 'C', 'catch 22'])(
  'takes %s as words',
  (words) => {
    expect(toWantedInput(words)).toEqual({ words });
  },
);

it('cuts a text that is too long', () => {
  expect(toWantedInput('x'.repeat(200))).toEqual({ words: 'x'.repeat(100) });
});
