import type { Database } from '#platform/server/database/database.ts';
import type { PaymentStatus, PurchaseType } from '../rules.ts';

/** SQL of a count; `user` is an expression of the statement around it: `u.id`, `$1`. */
export const countPaymentsOfUser = (user: string): string =>
  `(SELECT count(*) FROM payments WHERE payments.user_id = ${user})`;

export const hasPayments = (user: string): string =>
  `EXISTS (SELECT FROM payments WHERE payments.user_id = ${user})`;

/** SQL of the sum that a provider has collected between two times and has not refunded. */
export const sumIncome = (provider: string, starts: string, ends: string): string =>
  `(SELECT coalesce(sum(p.amount - p.amount_refunded), 0) FROM payments p
    WHERE p.status = 'succeeded' AND p.provider = ${provider}
      AND p.processed_at >= ${starts} AND p.processed_at < ${ends})`;

type LatestPayment = {
  id: string;
  type: PurchaseType;
  status: PaymentStatus;
  amount: number;
  createdAt: Date;
};

/** The newest payments of all users. A card form that was opened and left is none. */
export async function listLatestPayments(database: Database, limit: number): Promise<LatestPayment[]> {
  const { rows } = await database.pool.query<Omit<LatestPayment, 'createdAt'> & { created_at: Date }>({
    name: 'admin-latest-payments',
    text: `SELECT id, type, status, amount, created_at FROM payments
      WHERE was_attempted OR status NOT IN ('pending', 'canceled')
      ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
  });
  return rows.map(({ created_at, ...payment }) => ({ ...payment, createdAt: created_at }));
}
