import { expect, it } from 'vitest';
import { isProbablyCourse } from './probable-course.ts';

it('takes what is written like a course for one', () => {
  const courses =
    'MATH 101, cs3220, CS-UY 3083, CISC P81, Phys 12B, Psych 101, W1004, 50CP, Stats 10, BIO 5, econ-1, COMPSCI 61A, 6.006';
  expect(courses.split(',').filter((text) => !isProbablyCourse(text))).toEqual([]);
});

it.each(['real analysis', 'Calculus 2', '1984', 'Fahrenheit 451', 'C', 'Harry Potter 3', '2nd edition', ''])(
  'takes %j for a title',
  (text) => {
    expect(isProbablyCourse(text)).toBe(false);
  },
);
