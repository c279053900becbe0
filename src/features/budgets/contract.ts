import { createProblemFactory, defineProblems, type HttpProblem } from '#platform/shared/problem.ts';
import { budgetDetails, type LimitedBudget, secondsToNextDay } from './rules.ts';

export const budgetProblems = defineProblems({
  'daily-limit-reached': { status: 429, detail: "You've reached today's limit." },
});

const budgetProblem = createProblemFactory(budgetProblems);

export const budgetExceeded = (kind: LimitedBudget, now: Date): HttpProblem =>
  budgetProblem('daily-limit-reached', { detail: budgetDetails[kind], retryAfter: secondsToNextDay(now) });
