import { isListedSql } from '#features/books/server/public.ts';
import { countMessagesBetween } from '#features/conversations/server/public.ts';
import { COUNT_COURSES_SQL } from '#features/courses/server/public.ts';
import { countReviewsSql } from '#features/reviews/server/public.ts';
import { COUNT_WANTED_SQL } from '#features/wanted/server/public.ts';
import { listLatestPayments, sumIncome } from '#features/payments/server/public.ts';
import type { Database } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { Activity, Stats } from '../contract.ts';
import { CHART_DAYS, MAX_LATEST_PAYMENTS } from '../rules.ts';
import { IS_NOT_REMOVED_SQL } from './list-all-books.ts';

/** Counts the users, books, active listings and what they lead to. */
export async function getStats(database: Database, now: Date): Promise<Stats> {
  const { rows } = await database.pool.query<Stats>({
    name: 'admin-stats',
    text: `SELECT (SELECT count(*) FROM books b WHERE ${IS_NOT_REMOVED_SQL}) AS "totalBooks",
      (SELECT count(*) FROM users) AS "totalUsers",
      (SELECT count(*) FROM books WHERE ${isListedSql('books', '$1')}) AS "activeListings",
      ${COUNT_COURSES_SQL} AS courses, ${COUNT_WANTED_SQL} AS "wantedEntries",
      ${countReviewsSql('$1')} AS reviews`,
    values: [now],
  });
  return rows[0]!;
}

/** The payments that count as income: those of the configured provider, or live ones where payments are off. */
export type Income = { provider: string; testMode: boolean };

/**
 * The activity of the last days. Listings and messages are counted by their ids, which start with the time of
 * creation.
 */
export async function getActivity(database: Database, income: Income, now: Date): Promise<Activity> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const starts = Array.from({ length: CHART_DAYS + 1 }, (_, at) => today - (CHART_DAYS - 1 - at) * DAY_MS);
  const { rows } = await database.pool.query<{ listings: number; messages: number; income: number }>({
    name: 'admin-activity',
    text: `SELECT
        (SELECT count(*) FROM books b WHERE b.id >= d.first AND b.id < d.next) AS listings,
        ${countMessagesBetween('d.first', 'd.next')} AS messages,
        ${sumIncome('$5', 'd.starts', 'd.ends')} AS income
      FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[])
        WITH ORDINALITY AS d(first, next, starts, ends, place) ORDER BY d.place`,
    values: [
      starts.slice(0, -1).map(firstId),
      starts.slice(1).map(firstId),
      starts.slice(0, -1).map((at) => new Date(at).toISOString()),
      starts.slice(1).map((at) => new Date(at).toISOString()),
      income.provider,
    ],
  });
  const payments = await listLatestPayments(database, MAX_LATEST_PAYMENTS);
  return {
    days: rows.map((row, at) => ({ day: new Date(starts[at]!).toISOString().slice(0, 10), ...row })),
    payments: payments.map((payment) => ({ ...payment, createdAt: payment.createdAt.toISOString() })),
    testMode: income.testMode,
  };
}

/** Lower bound of the ids created at this time or later (`newId`). */
function firstId(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
