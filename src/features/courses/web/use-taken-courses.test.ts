import { expect, it } from 'vitest';
import { applyCourseChanges } from './use-taken-courses.ts';

it('shows courses as they are being changed, each once', () => {
  expect(
    applyCourseChanges(
      ['MATH 101', 'CS 201'],
      [
        { code: 'bio-110', taken: true },
        { code: 'math101', taken: true },
        { code: 'cs201', taken: false },
      ],
    ),
  ).toEqual(['MATH 101', 'bio-110']);
});
