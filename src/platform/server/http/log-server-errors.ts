import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HttpProblem } from '#platform/shared/problem.ts';
import { throttleByKey } from '../concurrency/throttle-by-key.ts';
import { toRouteName } from './served-requests.ts';

const SERVICE_UNAVAILABLE = 503;
/** Of each problem: an outage concerns every request. */
const LINE_INTERVAL_MS = 1_000;

/** The first of the requests that a line stands for. */
type Refusal = { requestId: string; method: string; route: string; code: string; reason: string | undefined };

/**
 * Logs responses with 5xx. What is refused temporarily (a full queue, a lost part) is one short line a second
 * for each problem, with the number of requests. The URL may contain what a user has typed, so a line names
 * the route.
 */
export function createErrorLog(app: FastifyInstance) {
  const { log } = app;
  const counts = new Map<string, number>();
  const refusals = throttleByKey<Refusal>(LINE_INTERVAL_MS, (refusal) => {
    const requests = counts.get(refusal.code) ?? 0;
    counts.delete(refusal.code);
    log.warn({ ...refusal, requests }, 'request refused temporarily');
  });
  app.addHook('onClose', async () => refusals.stop());
  return {
    add(request: FastifyRequest, problem: HttpProblem, error: Error): void {
      if (problem.status < 500) return;
      const about = { requestId: request.id, method: request.method, route: toRouteName(request) };
      // A problem of ours is expected, and a part that is lost says the same to each request.
      if (error !== problem && problem.status !== SERVICE_UNAVAILABLE)
        return log.error({ err: error, ...about }, 'request failed');
      const { code } = problem;
      counts.set(code, (counts.get(code) ?? 0) + 1);
      refusals.push(code, { ...about, code, reason: codeOf(problem) });
    },
  };
}

/** Of the system or the database: ECONNREFUSED, 57P03. */
function codeOf(problem: HttpProblem): string | undefined {
  for (let cause: unknown = problem.cause; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown };
    if (typeof code === 'string') return code;
  }
  return undefined;
}
