import { runningStatuses } from '../rules.ts';

const RUNNING_STATUSES_SQL = runningStatuses.map((status) => `'${status}'`).join(', ');

/** SQL: neither ended nor terminated. `user` is an expression of the surrounding statement. */
export const hasRunningSubscription = (user: string): string =>
  `EXISTS (SELECT FROM subscriptions s WHERE s.user_id = ${user} AND s.terminated_at IS NULL
    AND s.status IN (${RUNNING_STATUSES_SQL}))`;
