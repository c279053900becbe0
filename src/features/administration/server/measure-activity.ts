import type { Database } from '#platform/server/database/database.ts';
import { DAY_MS } from '#platform/shared/durations.ts';
import type { Activity } from '../contract.ts';
import { CHART_DAYS, MAX_LATEST_PAYMENTS } from '../rules.ts';

/** The counters. Each is counted in an index. */
export async function getStats(database: Database) {
  const { rows } = await database.pool.query<{
    totalBooks: number;
    totalUsers: number;
    activeListings: number;
  }>({
    name: 'admin-stats',
    text: `SELECT (SELECT count(*) FROM books WHERE deleted_at IS NULL) AS "totalBooks",
      (SELECT count(*) FROM users) AS "totalUsers",
      (SELECT count(*) FROM books WHERE is_active) AS "activeListings"`,
  });
  return rows[0]!;
}

/** Whose money counts as income: the provider in use, or the real one where nothing is sold. */
export type Income = { provider: string; testMode: boolean };

/** What went on in the last days. Listings and messages are counted by their ids, which begin with when they were made. */
export async function getActivity(database: Database, income: Income, now: Date): Promise<Activity> {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const starts = Array.from({ length: CHART_DAYS + 1 }, (_, at) => today - (CHART_DAYS - 1 - at) * DAY_MS);
  const { rows } = await database.pool.query<{ listings: number; messages: number; income: number }>({
    name: 'admin-activity',
    text: `SELECT
        (SELECT count(*) FROM books b WHERE b.id >= d.first AND b.id < d.next) AS listings,
        (SELECT count(*) FROM messages m WHERE m.id >= d.first AND m.id < d.next) AS messages,
        (SELECT coalesce(sum(p.amount - p.amount_refunded), 0) FROM payments p
          WHERE p.status = 'succeeded' AND p.provider = $5
            AND p.processed_at >= d.starts AND p.processed_at < d.ends) AS income
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
  return {
    days: rows.map((row, at) => ({ day: new Date(starts[at]!).toISOString().slice(0, 10), ...row })),
    payments: await listLatestPayments(database),
    testMode: income.testMode,
  };
}

/** Before every id that was made at this moment or later (`newId`). */
function firstId(at: number): string {
  const hex = at.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

type PaymentRow = Omit<Activity['payments'][number], 'createdAt'> & { created_at: Date };

async function listLatestPayments(database: Database): Promise<Activity['payments']> {
  const { rows } = await database.pool.query<PaymentRow>({
    name: 'admin-latest-payments',
    text: `SELECT id, type, status, amount, created_at FROM payments
      WHERE attempted OR status NOT IN ('pending', 'canceled')
      ORDER BY created_at DESC, id DESC LIMIT ${MAX_LATEST_PAYMENTS}`,
  });
  return rows.map(({ created_at, ...payment }) => ({ ...payment, createdAt: created_at.toISOString() }));
}
