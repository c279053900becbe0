import type { HttpProblem } from '#platform/shared/problem.ts';
import { throttleByKey } from './concurrency/throttle-by-key.ts';

/** The time between two log lines of one problem: an outage concerns each request and message. */
const LINE_INTERVAL_MS = 1_000;

type Refusal<About> = About & { code: string; reason: string | undefined };

/** Logs one line a second for each problem of temporary refusals: one of them, and their number. */
export function createRefusalLog<About extends object>(
  writeLine: (refusal: Refusal<About>, count: number) => void,
) {
  const refusals = throttleByKey(LINE_INTERVAL_MS, writeLine);
  return {
    add(problem: HttpProblem, about: About): void {
      const { code } = problem;
      refusals.push(code, { ...about, code, reason: codeOf(problem) });
    },
    stop: () => refusals.stop(),
  };
}

/** The error code of the system or the database: ECONNREFUSED, 57P03. */
function codeOf(problem: HttpProblem): string | undefined {
  for (let cause: unknown = problem.cause; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}
