/** The yearly confirmation of student badges. No I/O. */
import { DAY_MS } from '#platform/shared/durations.ts';
import { t } from '#platform/shared/texts/t.ts';

/** A student badge is confirmed again after a year, and shown for some days more. */
export const studentBadgeTimes = {
  yearMs: 365 * DAY_MS,
  graceMs: 30 * DAY_MS,
  /** The email comes this long before the year is over. */
  reminderMs: 30 * DAY_MS,
  /** Sign-ins through the university within this time are one confirmation: they write nothing. */
  repeatedMs: DAY_MS,
} as const;

/** When the badge is to be confirmed again. */
export const toStudentUntil = (confirmedAt: Date): Date =>
  new Date(confirmedAt.getTime() + studentBadgeTimes.yearMs);

/** When it is shown no longer. */
export const toStudentEnd = (until: Date): Date => new Date(until.getTime() + studentBadgeTimes.graceMs);

export const hasStudentBadgeEnded = (confirmedAt: Date, now: Date): boolean =>
  toStudentEnd(toStudentUntil(confirmedAt)) <= now;

export function describeStudentBadge(
  until: Date,
  now: Date,
  formatDate: (date: Date) => string,
): { title: string; detail: string } {
  const end = toStudentEnd(until);
  if (end <= now)
    return {
      title: t('accounts.student-badge.ended.title'),
      detail: t('accounts.student-badge.ended.text'),
    };
  return until <= now
    ? {
        title: t('accounts.student-badge.due.title'),
        detail: t('accounts.student-badge.due.text', { date: formatDate(end) }),
      }
    : {
        title: t('accounts.student-badge.valid.title', { date: formatDate(until) }),
        detail: t('accounts.student-badge.valid.text'),
      };
}
