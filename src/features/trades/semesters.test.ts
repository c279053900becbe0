import { expect, it } from 'vitest';
import { findAskedSemester } from './semesters.ts';

const ENDS = ['2027-05-14', '2026-12-18'];
const at = (instant: string) => findAskedSemester(ENDS, new Date(instant), 'America/New_York');

it.each([
  ['2026-12-04T04:59:59Z', undefined],
  ['2026-12-04T05:00:00Z', '2026-12-18'],
  ['2026-12-19T04:59:59Z', '2026-12-18'],
  ['2026-12-19T05:00:00Z', undefined],
  // These are in summer time.
  ['2027-04-30T04:00:00Z', '2027-05-14'],
])('at %s the question of the semester until %s is due', (instant, end) => {
  expect(at(instant)?.end).toBe(end);
});

it('is about purchases since the question before, or of half a year', () => {
  expect(at('2027-05-01T00:00:00Z')).toEqual({
    end: '2027-05-14',
    from: new Date('2026-12-04T05:00:00Z'),
    to: new Date('2027-04-30T04:00:00Z'),
  });
  expect(at('2026-12-10T00:00:00Z')?.from).toEqual(new Date('2026-06-04T05:00:00Z'));
});

it('is not due without dates', () => {
  expect(findAskedSemester([], new Date(), 'UTC')).toBeUndefined();
});
