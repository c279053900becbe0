import { runningStatuses } from '../rules.ts';

const RUNNING_STATUSES_SQL = runningStatuses.map((status) => `'${status}'`).join(', ');

/**
 * SQL: the user has a subscription that is neither ended nor canceled. `user` is an expression of the
 * surrounding statement.
 */
export const hasRunningSubscription = (user: string): string =>
  `EXISTS (SELECT FROM subscriptions s WHERE s.user_id = ${user} AND s.terminated_at IS NULL
    AND s.status IN (${RUNNING_STATUSES_SQL}))`;
