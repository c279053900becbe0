import { type BudgetKind, dayOf, type LimitedUse, type Pace } from '#features/accounts/budget-rules.ts';
import type { TestApp } from '../server/test-app.ts';

/** Sets what a user has used today of a budget or of another limit. */
export const setUsage = (
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  userId: string,
  kind: BudgetKind | LimitedUse | Pace,
  amount: number,
) =>
  database.pool.query(
    `INSERT INTO daily_usage (user_id, day, kind, amount) VALUES ($1, $2, $3, $4)
     ON CONFLICT (user_id, day, kind) DO UPDATE SET amount = excluded.amount`,
    [userId, dayOf(clock.now()), kind, amount],
  );
