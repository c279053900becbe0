import { expect, it } from 'vitest';
import { describeStudentBadge, hasStudentBadgeEnded, toStudentUntil } from './student-badge-year.ts';

const confirmed = new Date('2026-10-01T12:00:00Z');
const until = toStudentUntil(confirmed);

it('lasts a year and 30 days', () => {
  expect(until.toISOString()).toBe('2027-10-01T12:00:00.000Z');
  expect(hasStudentBadgeEnded(confirmed, new Date('2027-10-31T11:59:59Z'))).toBe(false);
  expect(hasStudentBadgeEnded(confirmed, new Date('2027-10-31T12:00:00Z'))).toBe(true);
});

it.each([
  ['2027-09-30', 'Student until 2027-10-01'],
  ['2027-10-02', 'Confirm your student email again'],
  ['2027-11-01', 'Your student badge has ended'],
])('is described in plain words on %s', (day, title) => {
  const toDay = (date: Date) => date.toISOString().slice(0, 10);
  expect(describeStudentBadge(until, new Date(day), toDay).title).toBe(title);
});
