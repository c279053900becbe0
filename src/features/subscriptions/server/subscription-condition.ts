import { runningStatuses } from '../rules.ts';

const RUNNING_STATUSES_SQL = runningStatuses.map((status) => `'${status}'`).join(', ');

/** SQL: the user has a subscription that is neither ended nor called off. `user` is an expression of the statement around it. */
export const hasRunningSubscription = (user: string): string =>
  `EXISTS (SELECT FROM subscriptions s WHERE s.user_id = ${user} AND s.terminated_at IS NULL
    AND s.status IN (${RUNNING_STATUSES_SQL}))`;
