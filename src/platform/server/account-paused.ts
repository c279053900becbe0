import { commonProblem, type HttpProblem } from '#platform/shared/problem.ts';
import { timeArgument } from '#platform/shared/texts/time-argument.ts';

/** The user is paused: may read, and write in reserved trades only. */
export const accountPaused = (until: Date): HttpProblem =>
  commonProblem('account-paused', { args: { until: timeArgument(until) } });
